import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InstalledSkill, PluginBrings } from '../../contract/install.ts'
import { pluginBrings } from '../plugins/index.ts'
import { listFiles } from './folder.ts'
import { fileHash, type FileHashes } from './hashes.ts'
import { readLock } from './lock-file.ts'
import { registryOf } from './pin.ts'
import { previousFolder } from './swap.ts'
import type { InstallPlace } from './types.ts'

/** Stands for a whole folder that is a link. */
export const LINKED = '.'

/** Every installed skill of a place, held against what was installed. `AppError('install.lock_unread')`. */
export async function stateOf(place: InstallPlace): Promise<Omit<InstalledSkill, 'off'>[]> {
  const { skills } = await readLock(place.lockFile)
  const rows: Omit<InstalledSkill, 'off'>[] = []
  for (const [id, { source, origin, ref, commit, path: inner, files, installedAt, scan, signedBy }] of Object.entries(skills)) {
    const now = await hashesOf(path.join(place.root, id))
    const edited = now === undefined ? [] : differing(files, now)
    rows.push({
      id,
      kind: place.kind,
      file: place.kind === 'plugin' ? path.join(place.root, id) : path.join(place.root, id, 'SKILL.md'),
      level: place.level,
      source,
      origin,
      ref,
      commit,
      path: inner,
      ...registryOf(source),
      installedAt,
      verdict: scan.verdict,
      ...(signedBy !== undefined && { signedBy }),
      state: now === undefined ? 'missing' : edited.length > 0 ? 'edited' : 'untouched',
      edited,
      ...(place.kind === 'plugin' && now !== undefined && { parts: await partsOf(path.join(place.root, id)) }),
      canUndo: await isThere(path.join(previousFolder(place.root, id), 'files')),
    })
  }
  return rows
}

async function partsOf(folder: string): Promise<PluginBrings> {
  const { name: _name, description: _description, ...parts } = await pluginBrings(folder)
  return parts
}

/** Undefined where there is no folder. Of a link just that: what it leads to is not ours to read or to copy. */
export async function hashesOf(folder: string): Promise<FileHashes | undefined> {
  const stats = await lstat(folder).catch(() => undefined)
  if (stats?.isSymbolicLink()) return { [LINKED]: 'link' }
  const files = await listFiles(folder).catch(() => undefined)
  if (!files) return undefined
  const hashes: [string, string][] = []
  for (const file of files) hashes.push([file.path, file.kind === 'link' ? 'link' : fileHash(await readFile(path.join(folder, file.path)))])
  // Not by assigning: a file may be called `__proto__`.
  return Object.fromEntries(hashes)
}

function differing(before: FileHashes, now: FileHashes): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...all].filter((file) => before[file] !== now[file]).sort()
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}
