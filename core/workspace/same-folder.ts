import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../permission/index.ts'
import { boundedWalk, isSkippedFolder } from './bounded-walk.ts'

interface DroppedFolder {
  readonly name: string
  /** Its real path, where it is known. */
  readonly path?: string | undefined
  /** What lies in it, relative, with `/`; folders end with one. */
  readonly paths: readonly string[]
}

/** The project's own folder, project-relative and ending with `/`; undefined when a bounded search finds none. */
export async function findSameFolder(projectRoot: string, dropped: DroppedFolder): Promise<string | undefined> {
  if (dropped.path !== undefined) return insideFolder(dropped.path, projectRoot)
  const top = new Set(dropped.paths.map((one) => one.replace(/\/.*$/s, '')))
  const isSame = async (folder: string): Promise<boolean> => path.basename(folder) === dropped.name && holds(folder, top, dropped.paths)
  if (await isSame(projectRoot)) return './'
  for await (const { entry, full } of boundedWalk(projectRoot)) {
    if (entry.isDirectory() && (await isSame(full))) return relative(full, projectRoot)
  }
  return undefined
}

async function insideFolder(folder: string, projectRoot: string): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined || !isInside(real, projectRoot) || !(await stat(real)).isDirectory()) return undefined
  return relative(real, projectRoot)
}

/** An empty one is like any other: its name alone proves nothing. */
async function holds(folder: string, top: ReadonlySet<string>, paths: readonly string[]): Promise<boolean> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !isSkippedFolder(name))
  if (names.length === 0 || !names.every((name) => top.has(name))) return false
  for (const one of paths) {
    const found = await stat(path.join(folder, one)).catch(() => undefined)
    if (!isInside(path.join(folder, one), folder) || found?.isDirectory() !== one.endsWith('/')) return false
  }
  return true
}

function relative(folder: string, projectRoot: string): string {
  return `./${path.relative(projectRoot, folder).replaceAll(path.sep, '/')}`.replace(/^\.\/(?=.)/, '') + '/'
}
