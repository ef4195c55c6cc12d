import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { readSettingsLink, settingsLink, type SettingsPlace, type SettingsSectionId } from '../lib/settings-link.ts'

/** Main is Home or the project, whichever this window is. */
type ScreenName = 'main' | 'settings'

/** Which screen is up, and which part of the settings. The address says it too: a reload stays there, back and forward go there. */
export const useNavigationStore = defineStore('navigation', () => {
  /** Undefined: not in the settings. */
  const place = shallowRef(readSettingsLink(location.hash))
  /** Where the settings were left. */
  let last: SettingsPlace = place.value ?? {}
  /** The address they lie over. */
  let under = place.value ? '' : location.hash

  function show(next: SettingsPlace | undefined): void {
    if (next && !place.value) under = location.hash
    const hash = next ? settingsLink(next) : place.value ? under : location.hash
    place.value = next
    last = next ?? last
    if (hash !== location.hash) history.pushState(null, '', hash || location.pathname + location.search)
  }

  const follow = (): void => {
    place.value = readSettingsLink(location.hash)
    last = place.value ?? last
  }
  window.addEventListener('popstate', follow)
  onScopeDispose(() => window.removeEventListener('popstate', follow))

  return {
    screen: computed<ScreenName>(() => (place.value ? 'settings' : 'main')),
    section: computed(() => place.value?.section),
    item: computed(() => place.value?.item),
    go: (next: ScreenName) => show(next === 'settings' ? last : undefined),
    openSettings: (section: SettingsSectionId, item?: string) => show({ section, ...(item !== undefined && { item }) }),
  }
})
