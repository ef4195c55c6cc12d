import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export type SidePanelTab = 'changes' | 'tasks' | 'files' | 'shells' | 'context'

/** What the panel beside the conversation shows. */
export const useSidePanelStore = defineStore('side-panel', () => {
  const tab = shallowRef<SidePanelTab>('changes')
  /** The panel shown next takes the focus. */
  const wantsFocus = shallowRef(false)
  return { tab, wantsFocus }
})
