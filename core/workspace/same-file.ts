import { opendir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** Entries looked at before the search gives up: a drop must not walk a whole disk. */
export const MAX_ENTRIES = 20_000
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hg', '.svn'])

/** Made by tools, never meant by a drop. */
export function isSkippedFolder(name: string): boolean {
  return SKIPPED.has(name)
}

/** The project's own file with this name and these bytes, project-relative; undefined when a bounded search finds none. */
export async function findSameFile(projectRoot: string, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<string | undefined> {
  const folders = [projectRoot]
  let left = MAX_ENTRIES
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const opened = await opendir(folder).catch(() => undefined)
    if (!opened) continue
    for await (const entry of opened) {
      left -= 1
      const full = path.join(folder, entry.name)
      if (entry.isDirectory() && !isSkippedFolder(entry.name)) folders.push(full)
      if (entry.isFile() && entry.name === name && (await hasBytes(full, bytes))) {
        return path.relative(projectRoot, full).replaceAll(path.sep, '/')
      }
    }
  }
  return undefined
}

async function hasBytes(file: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (found?.size !== bytes.length) return false
  const own = await readFile(file).catch(() => undefined)
  return own !== undefined && own.equals(bytes)
}
