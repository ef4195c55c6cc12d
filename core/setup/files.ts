import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../permission/index.ts'
import { openRegularFile } from '../platform/index.ts'

const MAX_DEPTH = 4
const MAX_FILES = 500

/** Files below a folder, by path; links stay inside it or are left out. The folder itself may be one. */
export async function filesBelow(folder: string, fits: (name: string) => boolean): Promise<string[]> {
  const top = await realpath(folder).catch(() => undefined)
  const found: string[] = []
  if (top !== undefined) await walk(folder, 1)
  return found

  async function walk(at: string, depth: number): Promise<void> {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= MAX_FILES) return
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const inner = path.join(at, entry.name)
      if (entry.isDirectory() && depth < MAX_DEPTH) await walk(inner, depth + 1)
      else if (!entry.isDirectory() && fits(entry.name) && (await staysIn(inner))) found.push(inner)
    }
  }

  async function staysIn(file: string): Promise<boolean> {
    const real = await realpath(file).catch(() => undefined)
    return real !== undefined && top !== undefined && isInside(real, top)
  }
}

/** Folders in a folder that hold a file of this name. */
export async function foldersWith(folder: string, name: string): Promise<string[]> {
  const files = await filesBelow(folder, (one) => one === name)
  return files.map((file) => path.dirname(file))
}

/** undefined: not there or no regular file. */
export async function readWhole(file: string, maxBytes: number): Promise<string | 'too_large' | undefined> {
  const opened = await openRegularFile(file).catch(() => undefined)
  if (!opened) return undefined
  await using handle = opened.handle
  return opened.stats.size > maxBytes ? 'too_large' : await handle.readFile('utf8')
}
