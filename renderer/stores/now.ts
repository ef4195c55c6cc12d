import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'

/** The time for everything that counts seconds in view: one clock, so that they all turn together. */
export const useNowStore = defineStore('now', () => {
  /** Milliseconds since the epoch, once a second. */
  const ms = shallowRef(Date.now())
  const timer = setInterval(() => (ms.value = Date.now()), 1000)
  onScopeDispose(() => clearInterval(timer))
  return { ms }
})
