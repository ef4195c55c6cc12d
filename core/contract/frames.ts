import { z } from 'zod'
import { WireError } from './errors.ts'
import { HostEvent } from './events.ts'

/** Raised when a frame or its meaning changes incompatibly; both sides refuse another number. */
export const PROTOCOL_VERSION = 1

/** Largest frame in bytes of UTF-8 JSON; larger things travel by file ticket. */
export const MAX_FRAME_BYTES = 1_000_000

const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  appVersion: z.string(),
  /** Serve only: the secret from the link. */
  token: z.string().optional(),
  /** Serve only: a window id the host issued; none = Home. */
  windowId: z.string().optional(),
})

export const ClientFrame = z.discriminatedUnion('type', [
  Hello,
  z.object({ type: z.literal('call'), id: z.number().int(), method: z.string().max(100), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

export const HostFrame = z.discriminatedUnion('type', [
  Hello,
  z.object({ type: z.literal('ok'), id: z.number().int(), output: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().int(), error: WireError }),
  z.object({ type: z.literal('event'), event: HostEvent }),
])
export type HostFrame = z.infer<typeof HostFrame>
