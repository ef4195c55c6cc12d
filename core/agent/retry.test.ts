import { fc } from '../testing/fast-check.ts'
import { expect, it } from 'vitest'
import { ProviderError } from '../llm/index.ts'
import { retryDelay } from './retry.ts'

const retryable = (retryAfterMs?: number): ProviderError =>
  new ProviderError('overloaded', 'busy', { retryable: true, ...(retryAfterMs !== undefined && { retryAfterMs }) })

it('never waits longer than 30 s of its own accord, nor shorter than the vendor asks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.option(fc.nat(120_000), { nil: undefined }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, after, dice) => {
        const delay = retryDelay(retryable(after), attempt, { maxRetries: 5, isWatched: false }, () => dice)
        expect(delay).toBeGreaterThanOrEqual(after ?? 0)
        expect(delay).toBeLessThanOrEqual(Math.max(after ?? 0, 1_000 * 2 ** (attempt - 1), 0))
      },
    ),
  )
})

it('does not try again when tries are used up, when it cannot help, or when the vendor asks for minutes', () => {
  const alone = { maxRetries: 5, isWatched: false }
  expect(retryDelay(retryable(), 6, alone)).toBeUndefined()
  expect(retryDelay(new ProviderError('auth', 'no'), 1, alone)).toBeUndefined()
  expect(retryDelay(retryable(120_001), 1, alone)).toBeUndefined()
  expect(retryDelay(retryable(120_001), 1, { ...alone, isWatched: true })).toBe(120_001)
})
