import { onMounted, onUnmounted } from 'vue'
import { useSessionViewStore } from '../../stores/session-view.ts'
import { useShortcutsStore } from '../../stores/shortcuts.ts'
import { useTurnsStore } from '../../stores/turns.ts'

/** Escape stops the turn, unless something nearer to the reader wants it. */
export function useStopKey(): void {
  const sessionView = useSessionViewStore()
  const shortcuts = useShortcutsStore()
  const turns = useTurnsStore()

  function onKeydown(event: KeyboardEvent): void {
    if (!shortcuts.isPressed('stop', event) || event.defaultPrevented || !sessionView.isRunning) return
    const target = event.target instanceof Element ? event.target : undefined
    if (target?.closest('[role="dialog"], [role="menu"], input, aside, nav')) return
    void turns.stop()
  }

  onMounted(() => window.addEventListener('keydown', onKeydown))
  onUnmounted(() => window.removeEventListener('keydown', onKeydown))
}
