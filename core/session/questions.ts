import { newId } from '../base/ids.ts'
import type { Mode } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { FormField } from '../contract/form.ts'
import { formTrouble } from '../contract/form-trouble.ts'
import type { PendingQuestion, Question, QuestionAnswer } from '../contract/questions.ts'
import type { Person, ServerQuestion } from '../tools/types.ts'
import type { LiveSession } from './live-session.ts'

/** A question the person has not answered yet. */
export interface OpenQuestion {
  /** `AppError('question.wrong_answer')` when the answer does not fit; the question stays. */
  settle(answer: QuestionAnswer): void
}

/** The person a turn's tools can ask. A stop settles what is open; the waiting tool rejects with the stop's reason. */
export function createPerson(
  live: LiveSession,
  { turnId, toolCallId, signal }: { turnId: string; toolCallId: string; signal: AbortSignal },
): Person {
  const asked = () => ({ questionId: newId(), toolCallId })
  return {
    choose: (questions) =>
      wait(
        live,
        { kind: 'choices', ...asked(), questions: [...questions] },
        { turnId, signal, read: (answer) => choicesOf(answer, questions) },
      ),
    async review(plan) {
      const answer = await wait(live, { kind: 'plan', ...asked(), plan }, { turnId, signal, read: planAnswerOf })
      const mode = modeAfter(live.record.mode, answer.decision)
      if (mode !== live.record.mode) live.change({ mode }, { type: 'mode.changed', mode })
      return answer
    },
    answer: (question, own) =>
      wait(
        live,
        { ...question, ...asked() },
        { turnId, signal: AbortSignal.any([signal, own]), read: (answer) => serverAnswerOf(answer, question) },
      ),
  }
}

/** `AppError('question.expired' | 'question.wrong_answer')`. */
export function answerQuestion(
  lives: Iterable<LiveSession>,
  { questionId, answer }: { questionId: string; answer: QuestionAnswer },
  projectId: string | undefined,
): void {
  for (const live of lives) {
    const open = live.questions.get(questionId)
    if (open && live.projectId === projectId) return open.settle(answer)
  }
  throw new AppError('question.expired')
}

interface Waiting<A> {
  readonly turnId: string
  readonly signal: AbortSignal
  /** Undefined: it is no answer to this question. */
  readonly read: (answer: QuestionAnswer) => A | undefined
}

async function wait<A extends QuestionAnswer>(
  live: LiveSession,
  question: PendingQuestion,
  { turnId, signal, read }: Waiting<A>,
): Promise<A> {
  signal.throwIfAborted()
  const { questionId, toolCallId } = question
  const settled = Promise.withResolvers<A>()
  const close = (answer?: A): void => {
    live.questions.delete(questionId)
    live.emit(turnId, { type: 'question.resolved', questionId, toolCallId, ...(answer && { answer: withoutWords(answer) }) })
  }
  const onStop = (): void => {
    close()
    settled.reject(signal.reason)
  }
  live.questions.set(questionId, {
    settle(given) {
      const answer = read(given)
      if (!answer) throw new AppError('question.wrong_answer')
      signal.removeEventListener('abort', onStop)
      close(answer)
      settled.resolve(answer)
    },
  })
  signal.addEventListener('abort', onStop, { once: true })
  live.emit(turnId, { type: 'question.requested', question })
  return settled.promise
}

type Choices = Extract<QuestionAnswer, { kind: 'choices' }>
type PlanAnswer = Extract<QuestionAnswer, { kind: 'plan' }>

function choicesOf(answer: QuestionAnswer, questions: readonly Question[]): Choices | undefined {
  if (answer.kind !== 'choices' || answer.answers.length !== questions.length) return undefined
  const fits = answer.answers.every(({ chosen }, index) => {
    const question = questions[index]
    const isOffered = chosen.every((label) => question?.options?.some((option) => option.label === label))
    return isOffered && new Set(chosen).size === chosen.length && (question?.multiSelect || chosen.length <= 1)
  })
  return fits ? answer : undefined
}

function planAnswerOf(answer: QuestionAnswer): PlanAnswer | undefined {
  return answer.kind === 'plan' ? answer : undefined
}

/** Of its own kind, and a form filled in as its fields ask. */
function serverAnswerOf<K extends ServerQuestion['kind']>(
  answer: QuestionAnswer,
  question: Extract<ServerQuestion, { kind: K }>,
): Extract<QuestionAnswer, { kind: K }> | undefined {
  const asked: ServerQuestion = question
  if (answer.kind === 'form' && asked.kind === 'form' && answer.action === 'accept' && !fits(answer, asked.fields)) return undefined
  const isOfItsKind = (given: QuestionAnswer): given is Extract<QuestionAnswer, { kind: K }> => given.kind === asked.kind
  return isOfItsKind(answer) ? answer : undefined
}

function fits({ values }: Extract<QuestionAnswer, { kind: 'form' }>, fields: readonly FormField[]): boolean {
  return fields.every((field) => formTrouble(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined) === undefined)
}

/** Events go to every window and into the audit: what was filled in for a server is between the two. */
function withoutWords(answer: QuestionAnswer): QuestionAnswer {
  if (answer.kind === 'form') return { ...answer, values: {} }
  return answer.kind === 'sampled' ? { kind: 'sampled', allow: answer.allow } : answer
}

/** Whoever has left plan mode by hand while the plan was shown keeps what they chose. */
function modeAfter(mode: Mode, decision: PlanAnswer['decision']): Mode {
  if (decision === 'accept' && mode === 'plan') return 'default'
  if (decision === 'acceptEdits' && (mode === 'plan' || mode === 'default')) return 'acceptEdits'
  return mode
}
