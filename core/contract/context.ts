import { z } from 'zod'
import { SessionSummary } from './events.ts'
import { method } from './method.ts'

const sessionId = z.string()
/** Estimated. */
const tokens = z.number().int()

/** A share of what the next request sends. `history`: prompts, answers and the summary; `results`: what tools answered. */
export const ContextPart = z.object({
  part: z.enum(['system', 'tools', 'instructions', 'memory', 'skills', 'history', 'results', 'images']),
  tokens,
})
export type ContextPart = z.infer<typeof ContextPart>

export const ContextUse = z.object({
  /** Tokens the model takes, question and answer together; 0: not known. */
  window: z.number().int(),
  used: tokens,
  /** Kept free for an answer. */
  reserve: tokens,
  /** What neither is used nor kept. */
  free: tokens,
  /** The conversation is summed up by itself from here on; null: in so small a window only when asked. */
  compactsAt: tokens.nullable(),
  /** What `used` is made of; parts without anything are left out. */
  parts: z.array(ContextPart),
  /** Ids of the skills whose text the model has, in the order they were loaded. */
  skills: z.array(z.string()),
  /** The largest results, largest first; `about` is the call's path, command or pattern. */
  largest: z.array(z.object({ toolCallId: z.string(), turnId: z.string(), name: z.string(), about: z.string(), tokens })),
})
export type ContextUse = z.infer<typeof ContextUse>

export const CompactResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done'), beforeTokens: tokens, afterTokens: tokens }),
  z.object({ kind: z.literal('cancelled') }),
])
export type CompactResult = z.infer<typeof CompactResult>

/** Methods of `sessions` about what the model is sent. */
export const contextMethods = {
  /** What fills the window, were the next request sent now. */
  context: method({ input: z.object({ sessionId }), output: ContextUse }),
  /**
   * Sums the conversation up now and answers when that is done; `turns.cancel` ends it. `session.busy` while a turn runs,
   * `compact.*` when there is nothing to gain, `provider.*` when the model fails.
   */
  compact: method({
    input: z.object({ sessionId, focus: z.string().max(4_000).optional() }),
    output: CompactResult,
  }),
  /** A new, empty session with this one's model and mode. This one stays as it is, and what runs in it goes on. */
  clear: method({ input: z.object({ sessionId }), output: SessionSummary }),
}
