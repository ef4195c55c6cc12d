import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { boardLink, noFilters, readBoardLink, type BoardFilters, type BoardPlace } from '../lib/board-link.ts'
import { readSettingsLink } from '../lib/settings-link.ts'

export interface TaskDraft {
  readonly subject: string
  readonly description: string
  /** Empty: nobody works at it yet. */
  readonly agent: string
  readonly model: string
  /** It works in a worktree of its own. */
  readonly worktree: boolean
  readonly blockedBy: readonly string[]
}

export const emptyTask: TaskDraft = { subject: '', description: '', agent: '', model: '', worktree: false, blockedBy: [] }

/**
 * What of the board is in sight, and the card being written: it outlives a dialog closed by mistake.
 * The address says the place too: a reload stays there, back and forward go there.
 */
export const useBoardStore = defineStore('board', () => {
  /** Undefined: the board is not up. */
  const place = shallowRef(readBoardLink(location.hash))
  const draft = shallowRef<TaskDraft>(emptyTask)
  const isWriting = shallowRef(false)
  const filters = computed(() => place.value?.filters ?? noFilters)

  function show(next: BoardPlace | undefined): void {
    place.value = next
    const hash = next ? boardLink(next) : ''
    if (hash !== location.hash) history.pushState(null, '', hash || location.pathname + location.search)
  }

  /** What is looked for is no further place to go back to. */
  function narrow(changes: Partial<BoardFilters>): void {
    const next = { ...place.value, filters: { ...filters.value, ...changes } }
    place.value = next
    history.replaceState(null, '', boardLink(next))
  }

  const follow = (): void => {
    // The settings lie over the board and leave it as it was.
    if (!readSettingsLink(location.hash)) place.value = readBoardLink(location.hash)
  }
  window.addEventListener('popstate', follow)
  onScopeDispose(() => window.removeEventListener('popstate', follow))

  return {
    isOpen: computed(() => place.value !== undefined),
    chosenId: computed(() => place.value?.taskId),
    filters,
    narrow,
    draft,
    isWriting,
    /** `taskId`: the card to show in full. */
    open: (taskId?: string) => show({ taskId, filters: filters.value }),
    close: () => place.value && show(undefined),
    write: () => {
      if (!place.value) show({ filters: noFilters })
      isWriting.value = true
    },
  }
})
