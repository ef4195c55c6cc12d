import { onActivated, onMounted, watch, type Ref } from 'vue'
import type { Row } from '../../../core/contract/view.ts'
import { useReadingPlacesStore, type ReadingPlace } from '../../stores/reading-places.ts'
import { useSessionViewStore } from '../../stores/session-view.ts'
import { rowSaying } from './row-saying.ts'

interface ReadingPlaceDeps {
  readonly sessionId: string
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly isStuck: Ref<boolean>
  rows(): readonly Row[]
  jump(): void
  show(id: string, offset: number): Promise<boolean>
  placeNow(): ReadingPlace | undefined
}

/** Brings a conversation back to where it was read, or to a row that somebody asked for, however far up that lies. */
export function useReadingPlace({ sessionId, scroller, isStuck, rows, jump, show, placeNow }: ReadingPlaceDeps): void {
  const places = useReadingPlacesStore()
  const sessionView = useSessionViewStore()
  let isGoing = false
  // Else it would be drawn at its end first.
  if (places.get(sessionId)) isStuck.value = false

  async function goBack(): Promise<void> {
    const place = places.get(sessionId)
    if (!place || isGoing) return
    isGoing = true
    const wanted = places.takeWanted(sessionId)
    isStuck.value = false
    if (!rows().some(({ id }) => id === place.rowId)) await sessionView.loadOlder(place.rowId)
    const rowId = wanted ? rowSaying(rows(), wanted) : place.rowId
    // Gone with a rewind, or too far away: the end is as good a place as any.
    if (!(await show(rowId, place.offset))) jump()
    isGoing = false
  }

  function remember(): void {
    // Taken out of the page, a screen stands at its top: nobody has scrolled there.
    if (scroller.value?.clientHeight && !isGoing) places.set(sessionId, isStuck.value ? undefined : placeNow())
  }

  onMounted(() => {
    scroller.value?.addEventListener('scroll', remember, { passive: true })
    void goBack()
  })
  onActivated(goBack)
  watch(
    () => places.wanted?.sessionId === sessionId,
    (isWanted) => isWanted && void goBack(),
  )
  watch(
    () => isStuck.value && rows().length,
    (length) => length !== false && sessionView.letGo(),
  )
}
