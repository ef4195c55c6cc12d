import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf } from '../rpc/index.ts'

/** One thing a person asked for: whether it is under way, and how it failed last. A second press while it runs does nothing. */
export function useAttempt() {
  const busy = shallowRef(false)
  const error = shallowRef<WireError>()

  /** True when the work came to its end. */
  async function run(work: () => Promise<void>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    error.value = undefined
    try {
      await work()
      return true
    } catch (failure) {
      error.value = failureOf(failure)
      return false
    } finally {
      busy.value = false
    }
  }

  let last: Promise<unknown> = Promise.resolve()

  /** For presses that must all count and build on each other: each begins when the one before has ended. */
  function runInTurn(work: () => Promise<void>): void {
    last = last.then(() => run(work))
  }

  /**
   * For presses that must all count even when the page is left at once: each begins with its press. Only where the host keeps the order
   * it is asked in.
   */
  function runBeside(work: () => Promise<void>): void {
    error.value = undefined
    work().catch((failure: unknown) => void (error.value = failureOf(failure)))
  }

  return { busy, error, run, runInTurn, runBeside, forgive: () => void (error.value = undefined) }
}
