/** Settings, from Home and from a project alike. The sections come from the app's registry. */
export { default as AppearanceSettings } from './AppearanceSettings.vue'
export { default as SettingsScreen } from './SettingsScreen.vue'
export type { SettingsSection } from './section.ts'
