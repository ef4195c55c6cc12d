import type { AskSmallModel } from '../tools/index.ts'
import type { Aside } from './aside.ts'

/** An answer from a page is a few paragraphs; a model that thinks first needs the rest. */
const MAX_TOKENS = 4_096

/** Side questions of tools. */
export function createSmallModel(aside: Aside): AskSmallModel {
  return async ({ sessionId, instructions, text }, signal) => {
    const question = { sessionId, on: 'small', system: instructions, messages: [{ role: 'user', text }], maxTokens: MAX_TOKENS } as const
    return (await aside(question, signal)).text
  }
}
