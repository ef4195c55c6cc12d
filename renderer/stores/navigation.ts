import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Main is Home or the project, whichever this window is. */
export type ScreenName = 'main' | 'settings'

/** Which screen is up. */
export const useNavigationStore = defineStore('navigation', () => {
  const screen = shallowRef<ScreenName>('main')
  return { screen, go: (next: ScreenName) => void (screen.value = next) }
})
