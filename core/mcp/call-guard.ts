import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import { createBreaker } from './breaker.ts'

/** How many calls of a server go on at once, and how fast they begin. */
export interface CallLimits {
  readonly concurrency: number
  readonly perSecond: number
  /** So many may begin together after a quiet time. */
  readonly burst: number
}

interface Guarded {
  readonly signal: AbortSignal
  /** It changes nothing: it may be tried again. */
  readonly isReadOnly: boolean
}

/** Before each further try, and as much again at random, so that many do not come back together. */
const RETRY_MS = [300, 1_200] as const
/** Gone, and perhaps back in a moment. What took its whole time is not tried again. */
const PASSING: ReadonlySet<string> = new Set(['mcp.exited', 'mcp.not_ready', 'mcp.unreachable'])

/**
 * Holds a server's calls to its limits: they wait in line, and are refused at once with `AppError('mcp.paused')` while the
 * server leaves its calls unanswered. Rejects with the signal's reason while a call waits.
 */
export function createCallGuard(name: string, { concurrency, perSecond, burst }: CallLimits, clock: Clock) {
  const breaker = createBreaker(name, clock)
  const waiting: (() => void)[] = []
  let running = 0
  let tokens = burst
  let filledAt = clock.now()

  async function enter(signal: AbortSignal): Promise<void> {
    if (running >= concurrency) await inLine(signal)
    running += 1
    try {
      for (let waitMs = take(); waitMs > 0; waitMs = take()) await clock.wait(waitMs, signal)
    } catch (error) {
      leave()
      throw error
    }
  }

  function inLine(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const stop = (): void => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      waiting.push(go)
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  function leave(): void {
    running -= 1
    waiting.shift()?.()
  }

  /** Takes a token, or says how long to wait for one. */
  function take(): number {
    const now = clock.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1_000) * perSecond)
    filledAt = now
    if (tokens < 1) return Math.ceil(((1 - tokens) / perSecond) * 1_000)
    tokens -= 1
    return 0
  }

  async function once<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    breaker.check()
    await enter(signal)
    try {
      return await breaker.watch(work, signal)
    } finally {
      leave()
    }
  }

  return async function guard<T>(work: () => Promise<T>, { signal, isReadOnly }: Guarded): Promise<T> {
    for (const waitMs of isReadOnly ? RETRY_MS : []) {
      try {
        return await once(work, signal)
      } catch (error) {
        if (signal.aborted || !(error instanceof AppError) || !PASSING.has(error.code)) throw error
        await clock.wait(waitMs * (1 + Math.random()), signal)
      }
    }
    return once(work, signal)
  }
}
