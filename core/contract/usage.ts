import { z } from 'zod'
import { Usage } from './common.ts'
import { method } from './method.ts'

/** Tokens and money of a day, a session or a step. */
export const UsageRow = z.object({
  /** `2026-11-29`, a session id, `<turn id>:<step>`, a model, a project's id, or an agent's name. */
  key: z.string(),
  /** A session's title, the model of a step, a project's path; empty elsewhere, and for the key of the conversation itself among agents. */
  label: z.string(),
  requests: z.number().int(),
  ...Usage.shape,
  /** Part of the prompt tokens that came from the vendor's cache, 0 … 1; null when there were none. */
  cacheHitRate: z.number().nullable(),
})
export type UsageRow = z.infer<typeof UsageRow>

/** Calls of a tool or a server, loads of a skill, or runs of a hook. */
export const CallCount = z.object({ key: z.string(), calls: z.number().int(), failures: z.number().int(), durationMs: z.number() })
export type CallCount = z.infer<typeof CallCount>

const days = z.number().int().min(1).max(90).default(30)
const Limit = z.object({ usd: z.number().nullable(), spent: z.number() })

/** Days are the machine's own. */
export const usage = {
  /**
   * Newest first: at most 90 days over all projects, the 50 newest sessions of the window's project, steps of one of its sessions.
   * Models, projects and agents over all projects, what used the most tokens first, at most 50.
   */
  report: method({
    input: z.discriminatedUnion('by', [
      z.object({ by: z.literal('day'), days: days }),
      z.object({ by: z.enum(['model', 'project', 'agent']), days }),
      z.object({ by: z.literal('session') }),
      z.object({ by: z.literal('step'), sessionId: z.string() }),
    ]),
    output: z.array(UsageRow),
  }),
  /** Over all projects, the most called first, at most 50. Of skills those the model loaded; of hooks only the newest runs are kept. */
  calls: method({ input: z.object({ by: z.enum(['tool', 'server', 'skill', 'hook']), days }), output: z.array(CallCount) }),
  /** The person's budgets in US dollars and what of them is spent; `usd` null: no limit. */
  budgets: method({ input: z.object({}), output: z.object({ day: Limit, month: Limit }) }),
}
