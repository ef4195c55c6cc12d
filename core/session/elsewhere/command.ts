import type { ErrorCode } from '../../contract/error-texts.ts'
import type { QuestionAnswer } from '../../contract/questions.ts'
import type { ApprovalAnswer, QueuePrompt } from '../types.ts'

/** What can be asked of the process that drives a session. */
export type Command =
  | { readonly kind: 'cancel' }
  | { readonly kind: 'queue'; readonly prompt: QueuePrompt }
  | { readonly kind: 'approve'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'answer'; readonly answer: { readonly questionId: string; readonly answer: QuestionAnswer } }

/** What it answers: the id of a queued prompt, else an empty text. */
export type CommandAnswer = { readonly value: string } | { readonly code: ErrorCode; readonly params: Readonly<Record<string, string>> }
