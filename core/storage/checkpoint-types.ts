import type { UserMessage } from '../contract/messages.ts'

/** One change of one file by a tool call or a rewind. No hash: no file. */
export interface FileChangeRecord {
  /** Order of recording. */
  readonly n: number
  /** Place of the newest message then. */
  readonly messageN: number
  /** Empty for a rewind's. */
  readonly turnId: string
  readonly toolCallId: string | null
  readonly rewindId: string | null
  /** Real path. */
  readonly path: string
  readonly beforeHash: string | null
  /** Permission bits. */
  readonly beforeMode: number | null
  readonly afterHash: string | null
  /** The topmost folder the change had to make. */
  readonly madeFolder: string | null
  readonly createdAt: number
}

export type NewFileChange = Omit<FileChangeRecord, 'n' | 'messageN' | 'createdAt'>

export interface RewindRecord {
  readonly id: string
  readonly kind: 'rewind' | 'revert'
  /** `hunk`: one place of a file. */
  readonly what: 'files' | 'conversation' | 'both' | 'hunk'
  /** Id of the prompt, rewind or turn it went back to; empty for a file's revert. */
  readonly target: string
  /** Real path of the one file it was about. */
  readonly path: string | null
  /** Place of the prompt a rewind went back to. */
  readonly fromMessageN: number | null
  /** Places of the newest message and change before it. */
  readonly messageN: number
  readonly changeN: number
  readonly createdAt: number
}

/** What tools did to files, what rewinds took back, and which messages are out of the conversation. */
export interface CheckpointRepository {
  addChange(sessionId: string, change: NewFileChange): void
  /** Oldest first, read in pages that yield to the event loop. */
  changes(sessionId: string): AsyncIterable<FileChangeRecord>
  addRewind(sessionId: string, rewind: Omit<RewindRecord, 'messageN' | 'changeN' | 'createdAt'>): void
  rewind(sessionId: string, id: string): RewindRecord | undefined
  /** The newest 50 before `before` (milliseconds), newest first. */
  rewinds(sessionId: string, before: number): readonly RewindRecord[]
  /** The newest 50 prompts of the conversation before the message `before`, newest first. */
  prompts(sessionId: string, before: string | undefined): readonly { readonly message: UserMessage; readonly n: number }[]
  /** A prompt that is part of the conversation, and its place. */
  prompt(sessionId: string, messageId: string): { readonly message: UserMessage; readonly n: number } | undefined
  /** A prompt's text, whether it is still part of the conversation or not; empty where a turn had none. */
  promptText(sessionId: string, messageId: string): string
  /** Prompts and answers of the conversation from place `n` on. */
  shownFrom(sessionId: string, n: number): number
  /** Up to 50 files that rewinds and reverts restored since the newest message, without the conversation. */
  restoredSinceLast(sessionId: string): readonly string[]
  /** Takes the messages from place `n` on out of the conversation. */
  hideFrom(sessionId: string, n: number): void
  /** The conversation is again what it was before the rewind. */
  showAsBefore(sessionId: string, rewindId: string): void
}
