import type { Clock } from '../base/clock.ts'

const minuteMs = 60_000

/** `limits:` of a provider, shared by all sessions. 0 is none. */
export interface Limits {
  readonly concurrency: number
  readonly rpm: number
}

/** Lets requests through as the limits allow, in the order they came. */
export interface Turnstile {
  /** Waits for a place and answers how to give it back; rejects with the signal's reason. */
  enter(limits: Limits, signal: AbortSignal): Promise<() => void>
}

export function createTurnstile(clock: Clock): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  let enteredAt: number[] = []

  async function place(limit: number, signal: AbortSignal): Promise<void> {
    while (limit > 0 && inside >= limit) await nextPlace(signal)
    inside += 1
  }

  function nextPlace(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const at = waiting.indexOf(wake)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal.reason)
      }
      const wake = (): void => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.push(wake)
    })
  }

  function leave(): void {
    inside -= 1
    waiting.shift()?.()
  }

  return {
    async enter({ concurrency, rpm }, signal) {
      await place(concurrency, signal)
      try {
        for (;;) {
          const now = clock.now()
          enteredAt = enteredAt.filter((at) => now - at < minuteMs)
          const [oldest] = enteredAt
          if (rpm <= 0 || oldest === undefined || enteredAt.length < rpm) break
          await clock.wait(oldest + minuteMs - now, signal)
        }
        enteredAt.push(clock.now())
      } catch (error) {
        leave()
        throw error
      }
      let isInside = true
      return () => {
        if (isInside) leave()
        isInside = false
      }
    },
  }
}
