export const settingsSectionIds = [
  'models',
  'mcp',
  'skills',
  'hooks',
  'agents',
  'permissions',
  'memory',
  'appearance',
  'shortcuts',
  'notifications',
  'usage',
  'audit',
  'data',
  'network',
  'privacy',
  'about',
] as const

/** A part of the settings; which there are is the app's own list. */
export type SettingsSectionId = (typeof settingsSectionIds)[number]

export interface SettingsPlace {
  /** Undefined: the first. */
  readonly section?: SettingsSectionId
  /** One thing of that section, by its name there. */
  readonly item?: string
}

/** The fragment of the address that leads to a place of the settings: `#/settings/mcp/github`. */
export function settingsLink({ section, item }: SettingsPlace): string {
  const parts = [section, section && item].filter((part) => part !== undefined)
  return ['#/settings', ...parts.map(encodeURIComponent)].join('/')
}

/** Where a fragment leads; undefined: not to the settings. A section that is not there is the first one. */
export function readSettingsLink(hash: string): SettingsPlace | undefined {
  const [root, settings, name, item] = hash.split('/')
  if (root !== '#' || settings !== 'settings') return undefined
  const section = settingsSectionIds.find((each) => each === name)
  if (!section) return {}
  const known = item === undefined ? undefined : decoded(item)
  return known === undefined ? { section } : { section, item: known }
}

/** Undefined for what a hand-written address got wrong. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
