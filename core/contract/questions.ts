import { z } from 'zod'
import { FormField, FormValue } from './form.ts'
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

/** `agentId`: of the agent that asks; absent where the conversation itself does. */
const asked = { questionId: z.string(), toolCallId: z.string(), agentId: z.string().optional() }

/** What an MCP server asks while one of its tools runs. */
const fromServer = { ...asked, server: z.string(), message: z.string() }

/** What the model, or the server whose tool it called, wants to know from a person; the call waits for the answer. */
export const PendingQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choices'), ...asked, questions: z.array(Question) }),
  /** Markdown, to be accepted or sent back. */
  z.object({ kind: z.literal('plan'), ...asked, plan: z.string() }),
  z.object({
    kind: z.literal('form'),
    ...fromServer,
    fields: z.array(FormField),
    /** It seems to ask for a password or a key, which no server may do in a form. */
    asksSecret: z.boolean(),
  }),
  /** An address to be opened in the browser, by the person's own click. */
  z.object({
    kind: z.literal('link'),
    ...fromServer,
    url: z.string(),
    host: z.string(),
    /** The host's name is written in letters of another script, and may look like another host. */
    isForeign: z.boolean(),
  }),
  /** The server wants an answer from the model of this session. */
  z.object({
    kind: z.literal('sampling'),
    ...fromServer,
    system: z.string(),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
    model: z.string(),
    maxTokens: z.number().int(),
  }),
  /** The model's answer, before the server gets it. */
  z.object({ kind: z.literal('sampled'), ...fromServer, text: z.string(), model: z.string() }),
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
  z.object({
    kind: z.literal('form'),
    /** `decline`: no. `cancel`: put away without an answer. */
    action: z.enum(['accept', 'decline', 'cancel']),
    /** By name; empty but for `accept`. What was filled in stands in no event and in no record. */
    values: z.record(z.string(), FormValue).default({}),
  }),
  z.object({ kind: z.literal('link'), action: z.enum(['accept', 'decline', 'cancel']) }),
  z.object({ kind: z.literal('sampling'), allow: z.boolean() }),
  z.object({
    kind: z.literal('sampled'),
    allow: z.boolean(),
    /** What the server gets instead. */
    text: z.string().max(200_000).optional(),
  }),
])
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

export const questions = {
  /** `question.expired` when it was settled or died with a restart, `question.wrong_answer` when the answer does not fit it. */
  answer: method({ input: z.object({ questionId: z.string(), answer: QuestionAnswer }), output: z.object({}) }),
}
