import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Main is Home or the project, whichever this window is. */
export type ScreenName = 'main' | 'settings'

/** A part of the settings; which there are is the app's own list. */
export type SettingsSectionId = 'models' | 'mcp' | 'permissions' | 'memory' | 'skills' | 'hooks' | 'usage' | 'audit' | 'data' | 'appearance'

/** Which screen is up, and which part of the settings. */
export const useNavigationStore = defineStore('navigation', () => {
  const screen = shallowRef<ScreenName>('main')
  const section = shallowRef<SettingsSectionId>()
  /** One thing of that section, by its name there. */
  const item = shallowRef<string>()

  function openSettings(next: SettingsSectionId, of?: string): void {
    section.value = next
    item.value = of
    screen.value = 'settings'
  }

  return { screen, section, item, go: (next: ScreenName) => void (screen.value = next), openSettings }
})
