import { ProviderError } from '../types.ts'

interface Counted {
  /** Tokens of the prompt, cached ones included, as the server counted them; undefined: it did not. */
  readonly promptTokens: number | undefined
  /** Characters of the request that are no white space. */
  readonly promptChars: number
  /** What the model is known to read; undefined: not known. */
  readonly window: number | undefined
}

/** Even text that packs well has a token every so many characters. */
const charsPerToken = 16
/** Below this a count says more about the server's habit of counting than about the prompt. */
const leastTokens = 1_000

/**
 * Some servers take a prompt that is too long without a word: one counts more than its window, another cuts the prompt
 * and counts what was left. Returns the error such an answer is; undefined: it read everything.
 */
export function silentOverflow({ promptTokens, promptChars, window }: Counted): ProviderError | undefined {
  if (promptTokens === undefined) return undefined
  if (window !== undefined && promptTokens > window) {
    return new ProviderError('context_overflow', `${promptTokens} tokens, and the model reads ${window}`)
  }
  const isCut = promptTokens >= leastTokens && promptTokens < promptChars / charsPerToken
  return isCut ? new ProviderError('context_overflow', `the server read only ${promptTokens} tokens of the prompt`) : undefined
}

export function countChars(body: unknown): number {
  return JSON.stringify(body, (_, value: unknown) => (isBytes(value) ? '' : value)).replaceAll(/\s+|\\n/g, '').length
}

/** Images and documents are no text: their tokens have nothing to do with their letters. */
function isBytes(value: unknown): boolean {
  return typeof value === 'string' && /^data:[\w/]+;base64,/.test(value)
}
