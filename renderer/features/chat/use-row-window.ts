import { computed, nextTick, onMounted, onUnmounted, shallowRef, watch, type Ref } from 'vue'
import type { Row } from '../../../core/contract/view.ts'
import type { ReadingPlace } from '../../stores/reading-places.ts'
import { heightOf, rowsToDraw, type SeenPart } from './row-window.ts'

/**
 * What of a row would be lost with its elements: a part the reader opened or closed, a drawn diagram, a half-written answer, the
 * keyboard's place. What is open by itself comes back open: keeping it would keep every diff that was ever passed.
 */
const KEEP = '[data-held="true"], [aria-expanded="true"]:not([data-held]), iframe, [data-approval-id], :focus'

interface RowWindowDeps {
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly content: Readonly<Ref<HTMLElement | null>>
  readonly isStuck: Readonly<Ref<boolean>>
  rows(): readonly Row[]
}

/**
 * Draws the rows near what is read; the others are a distance. Short conversations are drawn whole.
 * A row that holds something of the reader's stays drawn wherever it is.
 */
export function useRowWindow({ scroller, content, isStuck, rows }: RowWindowDeps) {
  const heights = new Map<string, number>()
  const kept = new Set<string>()
  const seen = shallowRef<SeenPart>(seenNow())
  const drawn = computed(() => rowsToDraw(rows(), seen.value, kept))

  /** While the reader reads, what is known of heights stands still too: nothing moves by itself. */
  function seenNow(moved = 0): SeenPart {
    const view = scroller.value
    const height = view?.clientHeight ?? window.innerHeight
    if (!view || isStuck.value) return { top: undefined, height, heights }
    return { top: view.scrollTop + moved, height, heights: new Map(heights) }
  }

  function drawnElements(): HTMLElement[] {
    return [...(content.value?.querySelectorAll<HTMLElement>(':scope > [data-row-id]') ?? [])]
  }

  function measure(elements: readonly HTMLElement[]): void {
    // Of a screen that is not shown everything is nothing high.
    if (!scroller.value?.clientHeight) return
    for (const element of elements) heights.set(element.dataset['rowId'] ?? '', element.getBoundingClientRect().height)
  }

  function keep(elements: readonly HTMLElement[]): void {
    kept.clear()
    for (const element of elements) if (element.querySelector(KEEP)) kept.add(element.dataset['rowId'] ?? '')
  }

  async function move(): Promise<void> {
    const view = scroller.value
    if (!view || drawn.value.isWhole) return
    const isFollowing = isStuck.value && seen.value.top === undefined
    if (isFollowing || Math.abs(view.scrollTop - (seen.value.top ?? Infinity)) < view.clientHeight / 2) return
    const elements = drawnElements()
    measure(elements)
    keep(elements)
    const edge = view.getBoundingClientRect().top
    const anchor = elements.find((element) => element.getBoundingClientRect().bottom > edge)
    const before = anchor?.getBoundingClientRect().top ?? 0
    seen.value = seenNow()
    await nextTick()
    // What is read stays where it is when a row turns out taller or shorter than was thought.
    if (anchor?.isConnected && !isStuck.value) view.scrollTop += anchor.getBoundingClientRect().top - before
  }

  /** Draws what lies around a row and puts its top `offset` pixels below the view's. Answers whether there is such a row. */
  async function show(id: string, offset: number): Promise<boolean> {
    const view = scroller.value
    const index = rows().findIndex((row) => row.id === id)
    if (!view || index < 0) return false
    const elements = drawnElements()
    measure(elements)
    keep(elements)
    seen.value = { top: heightOf(rows().slice(0, index), heights), height: view.clientHeight, heights: new Map(heights) }
    await nextTick()
    const element = drawnElements().find((each) => each.dataset['rowId'] === id)
    if (!element) return false
    view.scrollTop += element.getBoundingClientRect().top - view.getBoundingClientRect().top - offset
    return true
  }

  /** The row at the view's top. */
  function placeNow(): ReadingPlace | undefined {
    const edge = scroller.value?.getBoundingClientRect().top ?? 0
    const element = drawnElements().find((each) => each.getBoundingClientRect().bottom > edge)
    return element && { rowId: element.dataset['rowId'] ?? '', offset: element.getBoundingClientRect().top - edge }
  }

  const observer = new ResizeObserver(() => measure(drawnElements()))
  onMounted(() => {
    if (content.value) observer.observe(content.value)
    scroller.value?.addEventListener('scroll', () => void move(), { passive: true })
  })
  onUnmounted(() => observer.disconnect())

  watch(isStuck, () => void move())
  watch(
    [() => rows()[0]?.id, () => rows().length],
    ([first], [before]) => {
      keep(drawnElements())
      if (first === before) return
      const ids = new Set(rows().map(({ id }) => id))
      for (const id of heights.keys()) if (!ids.has(id)) heights.delete(id)
      // Older rows come above: the window goes down with what it shows.
      const index = rows().findIndex(({ id }) => id === before)
      seen.value = seenNow(index > 0 ? heightOf(rows().slice(0, index), heights) : 0)
    },
    { flush: 'sync' },
  )

  return { drawn, show, placeNow }
}
