import { computed, shallowRef, type ComputedRef } from 'vue'
import { fitting, MOST_LINES } from '../../../lib/portion.ts'

const FIRST_LINES = 12
const PORTION = 200

/** A body's first dozen lines, more in portions, and how many the page does not take. `sizeOf` in bytes. */
export function useFolded<T>(lines: ComputedRef<readonly T[]>, sizeOf: (line: T) => number) {
  const limit = shallowRef(FIRST_LINES)
  const most = computed(() => fitting(lines.value, sizeOf))
  const shown = computed(() => lines.value.slice(0, Math.min(limit.value, most.value)))
  return {
    shown,
    /** Shown on demand. */
    hidden: computed(() => most.value - shown.value.length),
    /** Never shown. */
    beyond: computed(() => lines.value.length - most.value),
    showMore: () => void (limit.value = Math.min(MOST_LINES, limit.value + PORTION)),
  }
}
