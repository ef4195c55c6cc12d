import type { Clock } from '../base/clock.ts'

const failures = 5
const withinMs = 60_000
const restMs = 30_000

/** Leaves a provider alone that has just failed five times within a minute, for half a minute, for all sessions together. */
export interface Breaker {
  /** Milliseconds until requests may go again; 0: now. */
  restMs(): number
  failed(): void
  succeeded(): void
}

export function createBreaker(clock: Clock): Breaker {
  let failedAt: number[] = []
  let opensUntil = 0
  return {
    restMs: () => Math.max(0, opensUntil - clock.now()),
    failed() {
      const now = clock.now()
      failedAt = [...failedAt.filter((at) => now - at < withinMs), now]
      if (failedAt.length < failures) return
      failedAt = []
      opensUntil = now + restMs
    },
    succeeded() {
      failedAt = []
      opensUntil = 0
    },
  }
}
