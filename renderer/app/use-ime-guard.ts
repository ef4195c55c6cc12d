import { onUnmounted } from 'vue'
import { isImeKey } from '../lib/ime.ts'

/** Enter of an input method takes a candidate: no field, form or shortcut of the page hears of it, whichever it is. */
export function useImeGuard(): void {
  const guard = (event: KeyboardEvent): void => {
    if (!isImeKey(event)) return
    event.stopImmediatePropagation()
    if (event.key === 'Enter') event.preventDefault()
  }
  window.addEventListener('keydown', guard, { capture: true })
  onUnmounted(() => window.removeEventListener('keydown', guard, { capture: true }))
}
