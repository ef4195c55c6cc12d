import { z } from 'zod'
import { Usage } from './common.ts'
import { method } from './method.ts'

/** Tokens and money of a day, a session or a step. */
export const UsageRow = z.object({
  /** `2026-11-29`, a session id, or `<turn id>:<step>`. */
  key: z.string(),
  /** A session's title, or the model of a step; empty for a day. */
  label: z.string(),
  requests: z.number().int(),
  ...Usage.shape,
  /** Part of the prompt tokens that came from the vendor's cache, 0 … 1; null when there were none. */
  cacheHitRate: z.number().nullable(),
})
export type UsageRow = z.infer<typeof UsageRow>

export const usage = {
  /** Newest first, at most 50: days over all projects, sessions of the window's project, steps of one of its sessions. */
  report: method({
    input: z.discriminatedUnion('by', [
      z.object({ by: z.literal('day'), days: z.number().int().min(1).max(50).default(30) }),
      z.object({ by: z.literal('session') }),
      z.object({ by: z.literal('step'), sessionId: z.string() }),
    ]),
    output: z.array(UsageRow),
  }),
}
