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

/** What people look for that no name of it says, in both languages; by section, or by section and option. Searched, never shown. */
export const alsoCalled: Readonly<Record<string, string>> = {
  models: 'api key provider endpoint token 服务商 接口 令牌',
  mcp: 'tools connectors plugins 工具 插件',
  hooks: 'automation scripts 自动化 脚本',
  permissions: 'approvals allow deny 审批 允许 拒绝',
  memory: 'notes instructions 笔记 指令',
  data: 'storage delete disk retention 存储 删除 磁盘 清理',
  about: 'update diagnostics help 更新 诊断 帮助',
  'appearance/theme': 'dark light colours colors 深色 浅色 颜色',
  'appearance/density': 'spacing compact 间距 紧凑',
  'appearance/mode': 'permission approval 权限 审批',
  'network/proxy': 'proxy 代理服务器',
  'privacy/telemetry': 'tracking analytics 跟踪 统计',
}

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
