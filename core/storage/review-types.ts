import type { LineComment, Review } from '../contract/reviews.ts'

/** Marks on a session's changes. */
export interface ReviewRepository {
  get(sessionId: string): Review
  /** False: there are 50 already. */
  comment(sessionId: string, comment: LineComment): boolean
  uncomment(sessionId: string, ids: readonly string[]): void
  /** The newest 200 stay marked. */
  keep(sessionId: string, hunk: string, isKept: boolean): void
}
