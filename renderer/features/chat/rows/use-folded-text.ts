import { computed, shallowRef } from 'vue'

const FIRST_CHARACTERS = 4000
/** A pasted megabyte stays with the model; the page holds what a person reads. */
const MOST_CHARACTERS = 60_000

/** The beginning of a long text, and more of it when asked. */
export function useFoldedText(text: () => string, { first = FIRST_CHARACTERS, most = MOST_CHARACTERS } = {}) {
  const limit = shallowRef(first)
  const shown = computed(() => text().slice(0, limit.value))
  return {
    shown,
    hidden: computed(() => text().length - shown.value.length),
    open: () => void (limit.value = most),
  }
}
