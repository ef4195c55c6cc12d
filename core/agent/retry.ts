import type { ProviderError } from '../llm/types.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
/** A vendor that asks for more patience than this gets none where nobody watches: the turn ends and says how long. */
export const LONGEST_WAIT_MS = 120_000
/** Windows tell of the network's return at once; where none is open it is noticed by then. */
export const LOOK_FOR_NETWORK_MS = 3_000
/** Nor where somebody does; the timer holds no more than 24 days anyway. */
const LONGEST_WATCHED_WAIT_MS = 86_400_000

/** How long to wait before the next try; undefined: do not try again. `attempt` counts failures, from 1. */
export function retryDelay(
  error: ProviderError,
  attempt: number,
  { maxRetries, isWatched }: { maxRetries: number; isWatched: boolean },
  random: () => number = Math.random,
): number | undefined {
  if (!error.retryable || attempt > maxRetries) return undefined
  const leastMs = error.retryAfterMs ?? 0
  if (leastMs > (isWatched ? LONGEST_WATCHED_WAIT_MS : LONGEST_WAIT_MS)) return undefined
  // Full jitter: many clients that failed together do not come back together.
  const jitterMs = random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return Math.round(Math.max(leastMs, jitterMs))
}
