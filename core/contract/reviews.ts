import { z } from 'zod'
import { method } from './method.ts'

/** What a person thinks of one changed line. */
const NewComment = z.object({
  path: z.string().max(4_000),
  /** 1-based; of the file as it was where `isRemoved`. */
  line: z.number().int().min(1),
  isRemoved: z.boolean(),
  /** The line itself, or its beginning, so that it is found when numbers have moved. */
  code: z.string().max(200),
  text: z.string().min(1).max(20_000),
})

export const LineComment = NewComment.extend({ id: z.string() })
export type LineComment = z.infer<typeof LineComment>

/** Comments that wait to be sent, in the order they were written, at most 50; ids of places that stay, the newest 200. */
export const Review = z.object({ comments: z.array(LineComment), kept: z.array(z.string()) })
export type Review = z.infer<typeof Review>

const sessionId = z.string()

/**
 * What a person made of a session's changes so far, for all its windows and over restarts. Each call answers what there is then;
 * the project's other windows hear `review.changed`.
 */
export const reviews = {
  get: method({ input: z.object({ sessionId }), output: Review }),
  /** `changes.comments_full`. */
  comment: method({ input: z.object({ sessionId, comment: NewComment }), output: Review }),
  /** What is not there any more stays gone. */
  uncomment: method({ input: z.object({ sessionId, ids: z.array(z.string()).max(50) }), output: Review }),
  /** `hunk`: of `changes.diff`. */
  keep: method({ input: z.object({ sessionId, hunk: z.string().max(100), isKept: z.boolean() }), output: Review }),
}
