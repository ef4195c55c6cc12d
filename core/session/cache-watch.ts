import type { Usage } from '../contract/common.ts'
import type { ErrorCode } from '../contract/error-texts.ts'

export interface WatchedStep {
  readonly provider: string
  readonly model: string
  readonly usage: Omit<Usage, 'costUsd'>
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly ttlMs: number
  /** Shorter prompts are not cached at all. */
  readonly minTokens: number
}

export interface ColdCache {
  readonly code: Extract<ErrorCode, `provider.cache_${string}`>
  readonly params: Readonly<Record<string, string>>
}

/** Follows how much of an epoch's prompts comes from the vendor's cache. */
export interface CacheWatch {
  /** What to tell, once an epoch: under half came from the cache after the fifth step. */
  step(step: WatchedStep): ColdCache | undefined
}

const firstSteps = 5
const leastRate = 0.5

export function createCacheWatch(): CacheWatch {
  let on = ''
  let steps = 0
  let read = 0
  let prompt = 0
  let lastAt = 0
  let longestPauseMs = 0
  let switches = 0
  let isTold = false

  return {
    step({ provider, model, usage, at, ttlMs, minTokens }) {
      const name = `${provider} ${model}`
      if (on !== '' && on !== name) switches += 1
      on = name
      const size = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
      if (lastAt > 0) longestPauseMs = Math.max(longestPauseMs, at - lastAt)
      lastAt = at
      steps += 1
      // The first request of an epoch only writes.
      if (steps > 1) {
        read += usage.cacheReadTokens
        prompt += size
      }
      const rate = prompt === 0 ? 1 : read / prompt
      // A server that never counts cached tokens says nothing of its cache.
      const countsCache = read > 0 || usage.cacheWriteTokens > 0
      if (isTold || steps <= firstSteps || rate >= leastRate || size < minTokens || !countsCache) return undefined
      isTold = true
      const params = { provider, percent: String(Math.round(rate * 100)) }
      if (switches > 0) return { code: 'provider.cache_switched', params }
      if (longestPauseMs > ttlMs)
        return { code: 'provider.cache_expired', params: { ...params, minutes: String(Math.round(longestPauseMs / 60_000)) } }
      return { code: 'provider.cache_cold', params }
    },
  }
}
