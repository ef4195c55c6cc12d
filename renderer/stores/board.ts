import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface TaskDraft {
  readonly subject: string
  readonly description: string
  /** Empty: nobody works at it yet. */
  readonly agent: string
  readonly model: string
  readonly blockedBy: readonly string[]
}

export const emptyTask: TaskDraft = { subject: '', description: '', agent: '', model: '', blockedBy: [] }

/** What of the board is in sight, and the card being written: it outlives a dialog closed by mistake. */
export const useBoardStore = defineStore('board', () => {
  const isOpen = shallowRef(false)
  const chosenId = shallowRef<string>()
  const draft = shallowRef<TaskDraft>(emptyTask)
  return { isOpen, chosenId, draft }
})
