import type { Person } from '../tools/index.ts'
import type { Asker, SampledText, SamplingQuestion } from './requests/index.ts'

/** Answers of a session's own model. */
export interface Sampler {
  modelOf(sessionId: string): string
  /** `AppError('provider.*' | 'session.budget_*')`. */
  answer(
    question: Pick<SamplingQuestion, 'system' | 'messages' | 'maxTokens'> & { readonly sessionId: string },
    signal: AbortSignal,
  ): Promise<SampledText>
}

/** The person at a session's window, and its model, as servers may ask them. */
export function askerOf(person: Person, { sampler, sessionId }: { sampler: Sampler | undefined; sessionId: string }): Asker {
  return {
    fillIn: (form, signal) => person.answer({ kind: 'form', ...form }, signal),
    open: (link, signal) => person.answer({ kind: 'link', ...link }, signal),
    async sample(question, signal) {
      if (!sampler) return undefined
      const model = sampler.modelOf(sessionId)
      const { allow } = await person.answer({ kind: 'sampling', ...question, model }, signal)
      if (!allow) return undefined
      const answer = await sampler.answer({ ...question, sessionId }, signal)
      const { server, message } = question
      const passed = await person.answer({ kind: 'sampled', server, message, text: answer.text, model: answer.model }, signal)
      return passed.allow ? { ...answer, text: passed.text ?? answer.text } : undefined
    },
  }
}
