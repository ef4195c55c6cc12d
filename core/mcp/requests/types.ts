import type { PendingQuestion, QuestionAnswer } from '../../contract/questions.ts'

type QuestionOf<K extends PendingQuestion['kind']> = Omit<Extract<PendingQuestion, { kind: K }>, 'questionId' | 'toolCallId' | 'kind'>
type AnswerOf<K extends QuestionAnswer['kind']> = Omit<Extract<QuestionAnswer, { kind: K }>, 'kind'>

/** The folders the person has given. */
export interface Folders {
  /** Absolute paths, the project's first. */
  readonly list: () => Promise<readonly string[]>
  /** Returns its undo. */
  readonly onChange: (listener: () => void) => () => void
}

export type ServerForm = QuestionOf<'form'>
export type ServerLink = QuestionOf<'link'>
export type SamplingQuestion = Omit<QuestionOf<'sampling'>, 'model'>

/**
 * Whoever answers what a server asks while a call of it runs: the person at the session's window, and the session's model. An abort
 * of the call or of `signal` takes the question back and rejects with its reason.
 */
export interface Asker {
  fillIn(form: ServerForm, signal: AbortSignal): Promise<AnswerOf<'form'>>
  open(link: ServerLink, signal: AbortSignal): Promise<AnswerOf<'link'>>
  /** Undefined: the person said no, to the question or to the model's answer. `AppError('provider.*' | 'session.budget_*')`. */
  sample(question: SamplingQuestion, signal: AbortSignal): Promise<SampledText | undefined>
}

export interface SampledText {
  readonly text: string
  readonly model: string
  readonly stopReason: 'endTurn' | 'maxTokens'
}
