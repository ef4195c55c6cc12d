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

  const settings = computed<Settings>(() => info.value?.settings ?? { theme: 'system', defaultMode: 'default' })
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

  /** Shown at once, corrected by what the host kept. */
  async function changeSettings(patch: SettingsPatch): Promise<void> {
    const before = info.value
    const { language, ...rest } = { ...before?.settings, ...patch }
    const next = { ...settings.value, ...rest }
    if (language) next.language = language
    else delete next.language
    if (before) info.value = { ...before, settings: next }
    try {
      const kept = await client.settings.set(patch)
      if (info.value) info.value = { ...info.value, settings: kept }
    } catch (failure) {
      info.value = before
      throw failure
    }
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'settings.changed' || event.type === 'projects.changed') void load()
    }),
  )

  return { info, error, settings, project, language, theme, load, changeSettings, doctor: () => client.app.doctor({}) }
})

function followSystemTheme() {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const isDark = shallowRef(query.matches)
  const follow = (): void => void (isDark.value = query.matches)
  query.addEventListener('change', follow)
  onScopeDispose(() => query.removeEventListener('change', follow))
  return isDark
}
