import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export type SidePanelTab = 'changes' | 'tasks' | 'shells' | 'context'

/** What the panel beside the conversation shows. */
export const useSidePanelStore = defineStore('side-panel', () => {
  const tab = shallowRef<SidePanelTab>('changes')
  return { tab }
})
