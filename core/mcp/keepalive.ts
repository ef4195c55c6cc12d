import type { Clock } from '../base/clock.ts'
import type { Emitter } from '../base/emitter.ts'
import { AppError } from '../contract/errors.ts'
import { hurriedWait } from './hurried-wait.ts'

/** An answer to "are you there" that takes longer is none. */
const PATIENCE_MS = 10_000
const MISSES = 2

interface Watched {
  /** Rejects when there is no answer in time. */
  readonly ping: (timeoutMs: number) => Promise<void>
  /** When something last came of it, by the clock; now while a call goes on. */
  readonly lastSign: () => number
  readonly everyMs: number
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Ends the wait between two looks. */
  readonly hurry: Emitter<void>
}

/** Asks an idle server whether it is there. Settles with `AppError('mcp.no_answer')` when it was silent twice; rejects after the abort. */
export async function keepAlive({ ping, lastSign, everyMs, signal, clock, hurry }: Watched): Promise<AppError> {
  let misses = 0
  const timeoutMs = Math.min(everyMs, PATIENCE_MS)
  for (;;) {
    const isHurried = await hurriedWait(everyMs, { clock, signal, hurry })
    if (!isHurried && clock.now() - lastSign() < everyMs) {
      misses = 0
      continue
    }
    try {
      await ping(timeoutMs)
      misses = 0
    } catch (cause) {
      misses += 1
      if (misses >= MISSES)
        return new AppError('mcp.no_answer', { params: { request: 'ping', seconds: timeoutMs / 1_000, detail: '' }, cause })
    }
  }
}
