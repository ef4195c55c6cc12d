import { computed, shallowRef, type ComputedRef } from 'vue'

const FIRST_LINES = 12
/** More is added in portions, and never more than this: a card is no file viewer. */
const PORTION = 200
const MOST_LINES = 1000

/** A body's first dozen lines, and more on demand. */
export function useFolded<T>(lines: ComputedRef<readonly T[]>) {
  const limit = shallowRef(FIRST_LINES)
  const shown = computed(() => lines.value.slice(0, limit.value))
  return {
    shown,
    hidden: computed(() => Math.min(lines.value.length, MOST_LINES) - shown.value.length),
    showMore: () => void (limit.value = Math.min(MOST_LINES, limit.value + PORTION)),
  }
}
