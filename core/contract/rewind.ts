import { z } from 'zod'
import { FilePlan } from './changes.ts'
import { Attachment } from './common.ts'

export const RewindWhat = z.enum(['files', 'conversation', 'both'])
export type RewindWhat = z.infer<typeof RewindWhat>

/** A place to go back to: before a prompt was sent, or before a rewind or revert was done, which undoes it. */
export const RewindPoint = z.object({
  messageId: z.string(),
  kind: z.enum(['prompt', 'rewind', 'revert']),
  /** The prompt's beginning; empty for the others. */
  text: z.string(),
  /** What undoing it would cover; of a prompt: both. */
  what: RewindWhat,
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** Files that tools, rewinds and reverts changed since. */
  files: z.number().int(),
})
export type RewindPoint = z.infer<typeof RewindPoint>

export const RewindInput = z.object({
  sessionId: z.string(),
  /** Of a prompt, or of a rewind that is to be undone. */
  messageId: z.string(),
  what: RewindWhat,
  /** Nothing is done; the answer says what would be. */
  dryRun: z.boolean().default(false),
})
export type RewindInput = z.infer<typeof RewindInput>

export const RewindResult = FilePlan.extend({
  /** What `messageId` undoes this one; null after a dry run. */
  rewindId: z.string().nullable(),
  /** Prompts and answers taken out of the conversation. They stay in the store. */
  hidden: z.number().int(),
  /** What was asked at that point, for the composer; null when a rewind is undone. */
  prompt: z.object({ text: z.string(), attachments: z.array(Attachment) }).nullable(),
})
export type RewindResult = z.infer<typeof RewindResult>
