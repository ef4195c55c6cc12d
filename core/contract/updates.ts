import { z } from 'zod'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/** How far the app is with a newer version of itself. */
export const UpdateState = z.discriminatedUnion('kind', [
  /** This host does not bring itself up to date. */
  z.object({ kind: z.literal('absent') }),
  /** Nothing newer was found, or nobody has looked yet. */
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('checking') }),
  z.object({ kind: z.literal('loading'), version: z.string() }),
  /** It is here and its signature is right: the next start is the new one's. `notes`: what its makers say of it, plain text. */
  z.object({ kind: z.literal('ready'), version: z.string(), notes: z.string() }),
  z.object({ kind: z.literal('failed'), problem: WireError }),
])
export type UpdateState = z.infer<typeof UpdateState>

/** Newer versions of the app; `updates.changed` tells every window of the state. */
export const updates = {
  state: method({ input: z.object({}), output: UpdateState }),
  /** Looks now, also where the person switched that off; answers once it is known or fetched. A failure is a state. */
  look: method({ input: z.object({}), output: UpdateState }),
  /** Starts the version that is ready, after the questions of every quit. Nothing, where none is. */
  restart: method({ input: z.object({}), output: z.object({}) }),
}
