import { onUnmounted } from 'vue'
import { useShortcutsStore } from '../stores/shortcuts.ts'

const WITHIN_MS = 500

/** Calls `run` by the keys of rewinding, usually Escape twice in a row, unless something nearer to the reader wants them. */
export function useRewindKey(run: () => void): void {
  const shortcuts = useShortcutsStore()
  let pressedAt = -Infinity
  const onKeydown = (event: KeyboardEvent): void => {
    const isNear =
      event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"], input') !== null
    if (!shortcuts.isPressed('rewind', event) || event.repeat || event.defaultPrevented || isNear) {
      pressedAt = -Infinity
      return
    }
    const isLast = !shortcuts.keysOf('rewind').includes(' ') || event.timeStamp - pressedAt <= WITHIN_MS
    pressedAt = isLast ? -Infinity : event.timeStamp
    if (isLast) run()
  }
  window.addEventListener('keydown', onKeydown)
  onUnmounted(() => window.removeEventListener('keydown', onKeydown))
}
