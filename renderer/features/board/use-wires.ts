import { onScopeDispose, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { Task } from '../../../core/contract/tasks.ts'
import { wireOf, type Spot, type Wire } from './wires.ts'

/** What of a column is asked for: where a card lies in the window. */
interface ColumnView {
  placeOf(id: string): Omit<Spot, 'column'> | undefined
}

interface WiresDeps {
  /** The card whose lines are drawn. */
  readonly selected: Ref<Task | undefined>
  /** Whatever moves cards. */
  readonly board: Ref<unknown>
  /** What the lines are drawn over. */
  readonly element: Readonly<ShallowRef<HTMLElement | null>>
  readonly views: Readonly<Ref<readonly (ColumnView | null)[] | null>>
}

/** Below the columns' heads, above the first cards. */
const ABOVE = 38

/** Lines between the selected card and those it waits for or that wait for it; `redraw` with the next frame. */
export function useWires({ selected, board, element, views }: WiresDeps) {
  const wires = shallowRef<readonly Wire[]>([])
  let frame: number | undefined

  function draw(): void {
    frame = undefined
    const task = selected.value
    const box = element.value?.getBoundingClientRect()
    if (!task || !box) return void (wires.value = [])
    const spotOf = (id: string): Spot | undefined => {
      for (const [column, view] of (views.value ?? []).entries()) {
        const place = view?.placeOf(id)
        if (!place) continue
        const { left, right, y, isSeen } = place
        return { column, left: left - box.left, right: right - box.left, y: y - box.top, isSeen }
      }
      return undefined
    }
    const own = spotOf(task.id)
    const between = (waiting: Spot | undefined, blocker: Spot | undefined): Wire[] =>
      waiting && blocker ? [wireOf(waiting, blocker, ABOVE)] : []
    wires.value = [
      ...task.blockedBy.flatMap(({ id }) => between(own, spotOf(id))),
      ...task.blocks.flatMap((id) => between(spotOf(id), own)),
    ]
  }
  function redraw(): void {
    // Most of the time no card has lines, and scrolling costs nothing for them.
    if (wires.value.length === 0 && !hasTies(selected.value)) return
    frame ??= requestAnimationFrame(draw)
  }

  watch([selected, board], redraw, { flush: 'post' })
  onScopeDispose(() => frame !== undefined && cancelAnimationFrame(frame))
  return { wires, redraw }
}

function hasTies(task: Task | undefined): boolean {
  return task !== undefined && task.blockedBy.length + task.blocks.length > 0
}
