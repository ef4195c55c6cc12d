import type { Component } from 'vue'
import type { SettingsSectionId } from '../../lib/settings-link.ts'
import type { IconName } from '../../ui/index.ts'

/** One section: its words are `settings.<id>`. The component fills everything right of the navigation. */
export interface SettingsSection {
  readonly id: SettingsSectionId
  readonly icon: IconName
  readonly component: Component
  /** Stands behind the words: a count. */
  readonly note?: Component
}
