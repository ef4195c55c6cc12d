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

  /** For presses that must all count, such as two settings changed at once: each begins when the one before has ended. */
  function runInTurn(work: () => Promise<void>): void {
    last = last.then(() => run(work))
  }

  return { busy, error, run, runInTurn, forgive: () => void (error.value = undefined) }
}
