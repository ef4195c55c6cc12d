import { AppError } from '../../contract/errors.ts'
import type { InstalledSkill } from '../../contract/install.ts'
import { readRegistryForm } from '../../contract/skill-registries.ts'
import type { LockEntry } from './lock-file.ts'

/**
 * The entry of a skill that stays at its version, or follows the newest again. Its source says so: what an update fetches and
 * what the lock tells are one. `AppError('install.not_pinnable')`.
 */
export function pinnedEntry(id: string, entry: LockEntry, isPinned: boolean): LockEntry {
  const listed = readRegistryForm(entry.source)
  const newest = listed && `${listed.name}:${listed.skill}`
  if (newest !== undefined && !isPinned) return { ...entry, source: newest, ref: '' }
  const source = `${newest}@${entry.commit}`
  if (newest === undefined || readRegistryForm(source)?.version !== entry.commit)
    throw new AppError('install.not_pinnable', { params: { id } })
  return { ...entry, source, ref: entry.commit }
}

/** The registry of a source, and the version it is asked for in. */
export function registryOf(source: string): Pick<InstalledSkill, 'registry' | 'pin'> {
  const { name, version } = readRegistryForm(source) ?? {}
  return { ...(name !== undefined && { registry: name }), ...(version !== undefined && { pin: version }) }
}
