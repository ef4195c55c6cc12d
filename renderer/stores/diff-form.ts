import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'

type DiffForm = 'inline' | 'sides'

const KEY = 'mewcode.diffForm'

/** How changes are shown, in every card and after a reload. */
export const useDiffFormStore = defineStore('diffForm', () => {
  const form = shallowRef<DiffForm>(localStorage.getItem(KEY) === 'sides' ? 'sides' : 'inline')
  watch(form, (next) => localStorage.setItem(KEY, next))
  return { form }
})
