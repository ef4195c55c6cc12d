import { defineAsyncComponent } from 'vue'
import { AuditSettings } from '../features/audit/index.ts'
import { DataSettings } from '../features/data/index.ts'
import { MemorySettings } from '../features/memory/index.ts'
import { ModelSettings } from '../features/models/index.ts'
import { PermissionSettings } from '../features/permissions/index.ts'
import { SkillSettings } from '../features/skills/index.ts'
import {
  AppearanceSettings,
  NetworkSettings,
  NotificationSettings,
  PrivacySettings,
  ShortcutSettings,
  type SettingsSection,
} from '../features/settings/index.ts'
import { UsageSettings } from '../features/usage/index.ts'
import AboutPage from './AboutPage.vue'
import HookCount from './HookCount.vue'
import McpCount from './McpCount.vue'
import SkillCount from './SkillCount.vue'

const AgentSettings = defineAsyncComponent(async () => (await import('../features/agents/index.ts')).AgentSettings)
const HookSettings = defineAsyncComponent(async () => (await import('../features/hooks/index.ts')).HookSettings)
const McpSettings = defineAsyncComponent(async () => (await import('../features/mcp/index.ts')).McpSettings)

/** The sections of the settings, in order. */
export const settingsSections: readonly SettingsSection[] = [
  { id: 'models', icon: 'chip', component: ModelSettings },
  { id: 'mcp', icon: 'plug', component: McpSettings, note: McpCount },
  { id: 'skills', icon: 'bookmark', component: SkillSettings, note: SkillCount },
  { id: 'hooks', icon: 'hook', component: HookSettings, note: HookCount },
  { id: 'agents', icon: 'tree', component: AgentSettings },
  { id: 'permissions', icon: 'shield', component: PermissionSettings },
  { id: 'memory', icon: 'book', component: MemorySettings },
  { id: 'appearance', icon: 'sun', component: AppearanceSettings },
  { id: 'shortcuts', icon: 'keyboard', component: ShortcutSettings },
  { id: 'notifications', icon: 'bell', component: NotificationSettings },
  { id: 'usage', icon: 'table', component: UsageSettings },
  { id: 'audit', icon: 'list', component: AuditSettings },
  { id: 'data', icon: 'folder', component: DataSettings },
  { id: 'network', icon: 'globe', component: NetworkSettings },
  { id: 'privacy', icon: 'lock', component: PrivacySettings },
  { id: 'about', icon: 'info', component: AboutPage },
]
