import { onUnmounted } from 'vue'
import { isImeKey } from '../lib/ime.ts'

const WITHIN_MS = 500

/** Calls `run` when Escape is pressed twice in a row, unless something nearer to the reader wants the key. */
export function useDoubleEscape(run: () => void): void {
  let pressedAt = -Infinity
  const onKeydown = (event: KeyboardEvent): void => {
    const isNear =
      event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"], input') !== null
    if (event.key !== 'Escape' || event.repeat || event.defaultPrevented || isImeKey(event) || isNear) {
      pressedAt = -Infinity
      return
    }
    const isSecond = event.timeStamp - pressedAt <= WITHIN_MS
    pressedAt = isSecond ? -Infinity : event.timeStamp
    if (isSecond) run()
  }
  window.addEventListener('keydown', onKeydown)
  onUnmounted(() => window.removeEventListener('keydown', onKeydown))
}
