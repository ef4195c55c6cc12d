import { nextTick, onMounted, onUnmounted, shallowRef, watch, type Ref } from 'vue'

/**
 * The focus stays with its card when that is drawn anew in another column; when the card is gone another one gets it.
 * `focus`: brings a card into sight and the focus onto it. `other`: the card the Tab key reaches.
 */
export function useHeldFocus(
  board: Ref<unknown>,
  { focus, other }: { focus: (id: string) => Promise<void>; other: () => string | undefined },
) {
  const held = shallowRef<string>()
  const isLost = (): boolean => document.activeElement === document.body

  watch(
    board,
    async () => {
      await nextTick()
      if (held.value === undefined || !isLost()) return
      await focus(held.value)
      const next = other()
      if (isLost() && next !== undefined) await focus(next)
    },
    { flush: 'post' },
  )
  // A press beside the cards lets go of them.
  const letGo = (): void => void (held.value = undefined)
  onMounted(() => window.addEventListener('pointerdown', letGo, { capture: true }))
  onUnmounted(() => window.removeEventListener('pointerdown', letGo, { capture: true }))
  return { hold: (id: string) => void (held.value = id) }
}
