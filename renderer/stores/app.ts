import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { z } from 'zod'
import type { app as appContract, Settings, settings as settingsContract } from '../../core/contract/app.ts'
import type { Language } from '../../core/contract/error-texts.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { systemLanguage } from '../i18n/create-i18n.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** `language: null`: follow the system again. */
export type SettingsPatch = z.input<typeof settingsContract.set.input>
export type AppInfo = z.output<typeof appContract.info.output>

/** What the host says about itself and this window, and the settings every screen follows. */
export const useAppStore = defineStore('app', () => {
  const { client, onEvent } = useConnection()
  const info = shallowRef<AppInfo>()
  const error = shallowRef<WireError>()
  const systemIsDark = followSystemTheme()

  /** Changes that the host has not answered yet. */
  const underWay = shallowRef<readonly SettingsPatch[]>([])
  const settings = computed<Settings>(() =>
    underWay.value.reduce<Settings>(patched, info.value?.settings ?? { theme: 'system', defaultMode: 'default' }),
  )
  const project = computed(() => info.value?.project)
  const language = computed<Language>(() => settings.value.language ?? systemLanguage())
  const theme = computed<'light' | 'dark'>(() => {
    if (settings.value.theme !== 'system') return settings.value.theme
    return systemIsDark.value ? 'dark' : 'light'
  })

  async function load(): Promise<void> {
    try {
      info.value = await client.app.info({})
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  /** Shown at once and until the host has answered; what it says of an earlier change meanwhile does not undo it. */
  async function changeSettings(patch: SettingsPatch): Promise<void> {
    underWay.value = [...underWay.value, patch]
    try {
      const kept = await client.settings.set(patch)
      if (info.value) info.value = { ...info.value, settings: kept }
    } finally {
      underWay.value = underWay.value.filter((one) => one !== patch)
    }
  }

  /** Gone here at once; every other window hears of it. */
  async function newsSeen(): Promise<void> {
    if (info.value) info.value = { ...info.value, updatedFrom: undefined }
    try {
      await client.app.newsSeen({})
    } catch {
      // Without the host it is told once more, when the page has it back.
    }
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'settings.changed' || event.type === 'projects.changed') void load()
    }),
  )

  return {
    info,
    error,
    settings,
    project,
    language,
    theme,
    load,
    changeSettings,
    newsSeen,
    doctor: (refresh: boolean) => client.app.doctor({ refresh }),
  }
})

function patched(settings: Settings, { language, ...rest }: SettingsPatch): Settings {
  const next = { ...settings, ...rest }
  if (language) next.language = language
  else if (language === null) delete next.language
  return next
}

function followSystemTheme() {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const isDark = shallowRef(query.matches)
  const follow = (): void => void (isDark.value = query.matches)
  query.addEventListener('change', follow)
  onScopeDispose(() => query.removeEventListener('change', follow))
  return isDark
}
