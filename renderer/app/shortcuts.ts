import { onUnmounted } from 'vue'
import { isImeKey } from '../lib/ime.ts'
import { isMac } from '../lib/key-hint.ts'

export interface Shortcut {
  /** The key's place (`KeyboardEvent.code`), so that it works under Chinese input methods; with ⌘ on a Mac, Ctrl elsewhere. */
  readonly code: string
  readonly run: () => void
}

/** Window-wide shortcuts for as long as the caller lives. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const onKeydown = (event: KeyboardEvent): void => {
    const isCommand = (isMac() ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
    if (!isCommand || isImeKey(event)) return
    const shortcut = shortcuts.find((each) => each.code === event.code)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  }
  window.addEventListener('keydown', onKeydown)
  onUnmounted(() => window.removeEventListener('keydown', onKeydown))
}
