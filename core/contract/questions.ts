import { z } from 'zod'
import { method } from './method.ts'

/** One of a few questions the model asks at once. */
export const Question = z.object({
  /** A word or two: what it is about. */
  header: z.string(),
  text: z.string(),
  /** May be empty: own words are always an answer. */
  options: z.array(z.object({ label: z.string(), description: z.string() })),
  multiSelect: z.boolean(),
})
export type Question = z.infer<typeof Question>

const asked = { questionId: z.string(), toolCallId: z.string() }

/** What the model wants to know from a person; its call waits for the answer. */
export const PendingQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choices'), ...asked, questions: z.array(Question) }),
  /** Markdown, to be accepted or sent back. */
  z.object({ kind: z.literal('plan'), ...asked, plan: z.string() }),
])
export type PendingQuestion = z.infer<typeof PendingQuestion>

const words = z.string().max(10_000)

export const QuestionAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choices'),
    /** One a question, in their order: labels of its options, own words, both, or neither (left open). */
    answers: z.array(z.object({ chosen: z.array(z.string()), text: words.optional() })),
  }),
  z.object({
    kind: z.literal('plan'),
    /** `accept` and `acceptEdits` leave plan mode for `default` and `acceptEdits`. */
    decision: z.enum(['accept', 'acceptEdits', 'keepPlanning']),
    /** For the model, with any of the three. */
    feedback: words.optional(),
  }),
])
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

export const questions = {
  /** `question.expired` when it was settled or died with a restart, `question.wrong_answer` when the answer does not fit it. */
  answer: method({ input: z.object({ questionId: z.string(), answer: QuestionAnswer }), output: z.object({}) }),
}
