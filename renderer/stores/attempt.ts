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

  return { busy, error, run, forgive: () => void (error.value = undefined) }
}
