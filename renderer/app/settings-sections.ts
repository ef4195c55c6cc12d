import { ModelSettings } from '../features/models/index.ts'
import { AppearanceSettings, type SettingsSection } from '../features/settings/index.ts'

/** The sections of the settings, in order. */
export const settingsSections: readonly SettingsSection[] = [
  { id: 'models', icon: 'chip', component: ModelSettings },
  { id: 'appearance', icon: 'sun', component: AppearanceSettings },
]
