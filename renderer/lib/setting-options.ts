import type { SettingsSectionId } from './settings-link.ts'
import { shortcutIds } from './shortcuts.ts'

/** One option that a link can lead to: the item of its address, and the message that names it. */
export interface SettingOption {
  readonly section: SettingsSectionId
  readonly id: string
  readonly label: string
}

/** Every option with a place of its own in the settings; `data-setting` marks the place. */
export const settingOptions: readonly SettingOption[] = [
  { section: 'permissions', id: 'sandbox', label: 'permissions.sandboxTitle' },
  { section: 'permissions', id: 'folders', label: 'permissions.folders.title' },
  { section: 'permissions', id: 'rules', label: 'permissions.rules' },
  { section: 'permissions', id: 'test', label: 'permissions.test' },
  ...['language', 'theme', 'density', 'mode', 'editor'].map((id) => ({
    section: 'appearance' as const,
    id,
    label: `settings.${id}`,
  })),
  ...shortcutIds.map((id) => ({ section: 'shortcuts' as const, id, label: `shortcuts.actions.${id}` })),
  ...['allow', 'approvals', 'turns', 'tasks', 'sound'].map((id) => ({
    section: 'notifications' as const,
    id,
    label: `system.notify.${id}`,
  })),
  ...['proxy', 'test'].map((id) => ({ section: 'network' as const, id, label: `system.network.${id}` })),
  ...['telemetry', 'hosts'].map((id) => ({ section: 'privacy' as const, id, label: `system.privacy.${id}` })),
  { section: 'about', id: 'version', label: 'system.about.version' },
  { section: 'about', id: 'machine', label: 'home.machine' },
]
