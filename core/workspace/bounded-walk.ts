import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import path from 'node:path'

/** Entries looked at before a search gives up: a drop must not walk a whole disk. */
const MAX_ENTRIES = 20_000
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hg', '.svn'])

/** Made by tools, never meant by a drop. */
export function isSkippedFolder(name: string): boolean {
  return SKIPPED.has(name)
}

/** What lies below a folder, nearest first, links not followed; ends early in a large one. */
export async function* boundedWalk(root: string): AsyncGenerator<{ entry: Dirent; full: string }> {
  const folders = [root]
  let left = MAX_ENTRIES
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const opened = await opendir(folder).catch(() => undefined)
    if (!opened) continue
    for await (const entry of opened) {
      left -= 1
      if (entry.isDirectory() && isSkippedFolder(entry.name)) continue
      const full = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(full)
      yield { entry, full }
    }
  }
}
