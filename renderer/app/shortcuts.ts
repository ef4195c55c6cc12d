import { onUnmounted } from 'vue'
import type { ShortcutId } from '../lib/shortcuts.ts'
import { useShortcutsStore } from '../stores/shortcuts.ts'

/** Carries out actions of the window by their keys, for as long as the caller lives and while `isActive`. */
export function useShortcuts(actions: ReadonlyMap<ShortcutId, () => unknown>, isActive: () => boolean = () => true): void {
  const shortcuts = useShortcutsStore()
  const onKeydown = (event: KeyboardEvent): void => {
    const chord = shortcuts.chord(event)
    if (chord === undefined || event.defaultPrevented || !isActive()) return
    const [, run] = [...actions].find(([id]) => shortcuts.keysOf(id) === chord) ?? []
    if (!run) return
    event.preventDefault()
    run()
  }
  const undo = shortcuts.onPressed((asked) => {
    const [, run] = [...actions].find(([id]) => id === asked) ?? []
    if (isActive()) run?.()
  })
  window.addEventListener('keydown', onKeydown)
  onUnmounted(() => {
    undo()
    window.removeEventListener('keydown', onKeydown)
  })
}
