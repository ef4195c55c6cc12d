import { z } from 'zod'
import { WireError } from './errors.ts'
import { HostEvent } from './events.ts'

export const HelloFrame = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  appVersion: z.string(),
  /** Serve only: the secret from the link. */
  token: z.string().optional(),
  /** Serve only: a window id the host issued; none = Home. */
  windowId: z.string().optional(),
})

export type HelloFrame = z.infer<typeof HelloFrame>

export const ClientFrame = z.discriminatedUnion('type', [
  HelloFrame,
  z.object({ type: z.literal('call'), id: z.number().int(), method: z.string().max(100), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

export const HostFrame = z.discriminatedUnion('type', [
  HelloFrame,
  z.object({ type: z.literal('ok'), id: z.number().int(), output: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().int(), error: WireError }),
  z.object({ type: z.literal('event'), event: HostEvent }),
])
export type HostFrame = z.infer<typeof HostFrame>
