/** Settings, from Home and from a project alike. The sections come from the app's registry. */
export { default as AppearanceSettings } from './AppearanceSettings.vue'
export { default as NetworkSettings } from './NetworkSettings.vue'
export { default as NotificationSettings } from './NotificationSettings.vue'
export { default as PrivacySettings } from './PrivacySettings.vue'
export { default as SettingsScreen } from './SettingsScreen.vue'
export { default as AboutSettings } from './AboutSettings.vue'
export { default as ShortcutSettings } from './ShortcutSettings.vue'
export type { SettingsSection } from './section.ts'
