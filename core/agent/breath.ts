import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

/** Held for longer, the event loop keeps windows and other sessions waiting. */
const HELD_MS = 8

/**
 * Lets timers and sockets have their turn where much comes at once: what is buffered is otherwise read to its end in one go.
 * Call it with every piece and await what it answers; mostly that is nothing.
 */
export function createBreath(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < HELD_MS) return undefined
    return setImmediate().then(() => void (since = performance.now()))
  }
}
