import type { Usage } from './common.ts'

/** The cost of a sum is not known when one part's is not. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  }
}

/** Of all kinds together. */
export function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
}
