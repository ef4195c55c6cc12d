import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { boundedWalk } from './bounded-walk.ts'

/** The project's own file with this name and these bytes, project-relative; undefined when a bounded search finds none. */
export async function findSameFile(projectRoot: string, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<string | undefined> {
  for await (const { entry, full } of boundedWalk(projectRoot)) {
    if (entry.isFile() && entry.name === name && (await hasBytes(full, bytes)))
      return path.relative(projectRoot, full).replaceAll(path.sep, '/')
  }
  return undefined
}

async function hasBytes(file: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (found?.size !== bytes.length) return false
  const own = await readFile(file).catch(() => undefined)
  return own !== undefined && own.equals(bytes)
}
