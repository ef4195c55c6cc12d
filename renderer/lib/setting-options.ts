import type { SettingsSectionId } from './settings-link.ts'
import { shortcutIds } from './shortcuts.ts'

/** One option that a link can lead to: the item of its address, and the message that names it. */
export interface SettingOption {
  readonly section: SettingsSectionId
  readonly id: string
  readonly label: string
  /** Where alone it is: in the desktop app, or in Home's settings. */
  readonly only?: 'desktop' | 'home'
}

/** Every option with a place of its own in the settings; `data-setting` marks the place. */
export const settingOptions: readonly SettingOption[] = [
  { section: 'models', id: 'key', label: 'models.key' },
  { section: 'models', id: 'fallback', label: 'models.settings.fallback' },
  { section: 'models', id: 'roles', label: 'models.settings.roles' },
  { section: 'permissions', id: 'sandbox', label: 'permissions.sandboxTitle' },
  { section: 'permissions', id: 'folders', label: 'permissions.folders.title' },
  { section: 'permissions', id: 'rules', label: 'permissions.rules' },
  { section: 'permissions', id: 'test', label: 'permissions.test' },
  { section: 'skills', id: 'registries', label: 'skillSearch.registries' },
  { section: 'usage', id: 'day', label: 'keeping.usage.budget.day' },
  { section: 'usage', id: 'month', label: 'keeping.usage.budget.month' },
  { section: 'audit', id: 'export', label: 'keeping.audit.export' },
  { section: 'data', id: 'backup', label: 'keeping.data.backup', only: 'home' },
  ...['language', 'theme', 'density', 'hints', 'mode', 'editor'].map((id) => ({
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
  ...['patience', 'wake', 'budgetUsd', 'budgetTokens'].map((id) => ({ section: 'agents' as const, id, label: `agents.options.${id}` })),
  ...['proxy', 'test'].map((id) => ({ section: 'network' as const, id, label: `system.network.${id}` })),
  ...['telemetry', 'hosts', 'log'].map((id) => ({ section: 'privacy' as const, id, label: `system.privacy.${id}` })),
  { section: 'about', id: 'version', label: 'system.about.version' },
  { section: 'about', id: 'updates', label: 'system.about.updates', only: 'desktop' },
  { section: 'about', id: 'keepAwake', label: 'system.about.keepAwake', only: 'desktop' },
  { section: 'about', id: 'update', label: 'updates.title', only: 'desktop' },
  { section: 'about', id: 'news', label: 'system.about.news' },
  { section: 'about', id: 'machine', label: 'home.machine' },
]

/** Those that are there to be led to. */
export function settingOptionsIn({
  isDesktop,
  isHome,
}: {
  readonly isDesktop: boolean
  readonly isHome: boolean
}): readonly SettingOption[] {
  const isThere = { desktop: isDesktop, home: isHome }
  return settingOptions.filter(({ only }) => only === undefined || isThere[only])
}
