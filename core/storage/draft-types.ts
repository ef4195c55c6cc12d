import type { Draft } from '../contract/drafts.ts'

/** Where a draft belongs: without a session to the project's next one. */
export interface DraftPlace {
  readonly projectId: string
  readonly sessionId: string | undefined
}

/** What was typed and not sent. */
export interface DraftRepository {
  get(place: DraftPlace): Draft | undefined
  /** Undefined: there is none any more. On return it survives `kill -9`. */
  set(place: DraftPlace, draft: Draft | undefined): void
  /** Every draft of the project; undefined: of all. */
  clear(projectId: string | undefined): void
  /** Prompts of the project's conversations, newest first, at most 50; each text once. */
  prompts(projectId: string): readonly string[]
}
