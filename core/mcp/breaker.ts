import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'

/** So many calls left unanswered within this time … */
const FAILURES = 5
const WITHIN_MS = 60_000
/** … and no call is made for this long; then one tries. */
const OPEN_MS = 30_000
/** What a server answered with an error it has understood; these it has not answered. */
const UNANSWERED: ReadonlySet<string> = new Set(['mcp.exited', 'mcp.no_answer', 'mcp.unreachable'])

/** Keeps calls from a server that does not answer them. */
export interface Breaker {
  /** `AppError('mcp.paused')` while no call is made. */
  check(): void
  /** Runs a call and learns from how it ends; a call that was stopped says nothing. */
  watch<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export function createBreaker(name: string, { now }: Pick<Clock, 'now'>): Breaker {
  let failures: readonly number[] = []
  let openUntil: number | undefined
  let isTrying = false

  function check(): void {
    if (openUntil === undefined) return
    const leftMs = openUntil - now()
    if (leftMs <= 0 && !isTrying) return
    throw new AppError('mcp.paused', { params: { name, seconds: Math.max(1, Math.ceil(leftMs / 1_000)) } })
  }

  return {
    check,
    async watch(work, signal) {
      // Others may have waited in line while it opened.
      check()
      const isTrial = openUntil !== undefined
      isTrying ||= isTrial
      try {
        const result = await work()
        failures = []
        openUntil = undefined
        return result
      } catch (error) {
        const isUnanswered = error instanceof AppError && UNANSWERED.has(error.code)
        if (isUnanswered && !signal.aborted) {
          failures = [...failures.filter((at) => now() - at < WITHIN_MS), now()]
          if (isTrial || failures.length >= FAILURES) openUntil = now() + OPEN_MS
        }
        throw error
      } finally {
        if (isTrial) isTrying = false
      }
    },
  }
}
