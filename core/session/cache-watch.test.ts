import { expect, it } from 'vitest'
import { createCacheWatch, type WatchedStep } from './cache-watch.ts'

const minuteMs = 60_000
const step = (n: number, read: number, more: Partial<WatchedStep> = {}): WatchedStep => ({
  provider: 'p',
  model: 'm',
  usage: { inputTokens: 10_000 - read, outputTokens: 1, cacheReadTokens: read, cacheWriteTokens: 1 },
  at: 1 + n * minuteMs,
  ttlMs: 5 * minuteMs,
  minTokens: 1024,
  ...more,
})
const told = (steps: readonly WatchedStep[]) => {
  const watch = createCacheWatch()
  return steps.map((one) => watch.step(one)?.code)
}

it('says once that under half came from the cache, after the fifth step', () => {
  expect(told([0, 1, 2, 3, 4, 5, 6].map((n) => step(n, 4000)))).toEqual([...Array(5).fill(undefined), 'provider.cache_cold', undefined])
})

it('names a pause longer than the cache lives, and a switch of models', () => {
  expect(told([0, 1, 2, 3, 4, 15].map((n) => step(n, 4000))).at(-1)).toBe('provider.cache_expired')
  expect(told([0, 1, 2, 3, 4, 5].map((n) => step(n, 4000, { model: n < 3 ? 'm' : 'other' }))).at(-1)).toBe('provider.cache_switched')
})

it.each([
  ['half comes from it', [0, 1, 2, 3, 4, 5].map((n) => step(n, n === 0 ? 0 : 6000))],
  ['prompts are too short to be cached', [0, 1, 2, 3, 4, 5].map((n) => step(n, 0, { minTokens: 20_000 }))],
  [
    'the server never counts',
    [0, 1, 2, 3, 4, 5].map((n) => step(n, 0, { usage: { inputTokens: 9999, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 } })),
  ],
] as const)('says nothing where %s', (_why, steps) => {
  expect(told(steps).filter(Boolean)).toEqual([])
})
