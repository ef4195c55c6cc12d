import { z } from 'zod'
import { method } from './method.ts'

/** What a host was reached for. `program`: by a program held in the sandbox, through the gate. `other`: nobody said. */
export const ContactPurpose = z.enum([
  'model',
  'mcp',
  'page',
  'picture',
  'skills',
  'clone',
  'agent',
  'hook',
  'traces',
  'updates',
  'program',
  'other',
])
export type ContactPurpose = z.infer<typeof ContactPurpose>

/** `waiting`: no answer yet, or the program ended before it. `failed`: no connection, or it broke before an answer. */
export const ContactOutcome = z.enum(['waiting', 'answered', 'failed'])
export type ContactOutcome = z.infer<typeof ContactOutcome>

/** A host that was reached, or that was tried to be: never a path, a query, a header or a key. */
export const Contact = z.object({
  /** With its port where that is not the protocol's own. */
  host: z.string(),
  purpose: ContactPurpose,
  /** Milliseconds since the epoch. */
  firstAt: z.number(),
  lastAt: z.number(),
  count: z.number().int(),
  /** Of the last request. */
  outcome: ContactOutcome,
  /** HTTP status of its answer; null: none, or it is not HTTP. */
  status: z.number().int().nullable(),
})
export type Contact = z.infer<typeof Contact>

/** Every host that was contacted from this home, whatever window or command asked for it. */
export const contacts = {
  /** The most recently contacted first; the oldest are dropped beyond 500. */
  list: method({ input: z.object({}), output: z.object({ contacts: z.array(Contact) }) }),
  clear: method({ input: z.object({}), output: z.object({ cleared: z.number().int() }) }),
}
