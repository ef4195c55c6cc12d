import { computed } from 'vue'
import { useSessionViewStore } from '../../stores/session-view.ts'

/** The agent's own list of the shown session. */
export function useTodos() {
  const sessionView = useSessionViewStore()
  const items = computed(() => sessionView.view?.todos ?? [])
  return {
    items,
    done: computed(() => items.value.filter((item) => item.status === 'completed').length),
    current: computed(() => items.value.find((item) => item.status === 'in_progress')),
  }
}

export const todoIcons = { pending: 'ring', in_progress: 'spinner', completed: 'check' } as const
