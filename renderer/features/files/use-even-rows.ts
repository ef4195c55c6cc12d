import { computed, onMounted, onUnmounted, shallowRef, type Ref } from 'vue'

/** Rows drawn above and below what is seen. */
const SPARE = 4

/** Which of many rows of the height `--row` are drawn: those that are seen. */
export function useEvenRows(place: Readonly<Ref<HTMLElement | null>>, count: () => number) {
  const seen = shallowRef({ top: 0, height: 0, row: 28 })
  const observer = new ResizeObserver(look)

  function look(): void {
    const element = place.value
    if (!element) return
    const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || seen.value.row
    seen.value = { top: element.scrollTop, height: element.clientHeight, row }
  }

  /** Scrolls as little as it takes. */
  function show(index: number): void {
    const element = place.value
    if (!element) return
    look()
    const { row } = seen.value
    if (index * row < element.scrollTop) element.scrollTop = index * row
    else if ((index + 1) * row > element.scrollTop + element.clientHeight) element.scrollTop = (index + 1) * row - element.clientHeight
    look()
  }

  onMounted(() => {
    look()
    if (place.value) observer.observe(place.value)
  })
  onUnmounted(() => observer.disconnect())

  const range = computed(() => {
    const { top, height, row } = seen.value
    return { from: Math.max(0, Math.floor(top / row) - SPARE), to: Math.min(count(), Math.ceil((top + height) / row) + SPARE) }
  })
  return { range, look, show }
}
