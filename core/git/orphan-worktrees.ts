import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { WorktreePlace } from '../storage/types.ts'
import { worktreesFolder, type MainTree } from './open-worktrees.ts'
import { takeSnapshot } from './worktree-changes.ts'

/** One that is younger may be about to become an agent's. */
const YOUNG_MS = 15 * 60_000

/** Folders among a project's worktrees that no agent knows: their process was killed before it could say whose they are. No git runs. */
export async function orphanWorktrees(projectRoot: string, { known, now }: { known: readonly string[]; now: number }): Promise<string[]> {
  const folder = worktreesFolder(projectRoot)
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const nobodys = entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name))
  const old = await Promise.all(nobodys.map(async (place) => !known.includes(place) && now - (await madeAt(place)) > YOUNG_MS))
  return nobodys.filter((_, index) => old[index])
}

/** Its `.git` is written once. */
async function madeAt(place: string): Promise<number> {
  const found = (await stat(path.join(place, '.git')).catch(() => undefined)) ?? (await stat(place).catch(() => undefined))
  return found?.mtimeMs ?? Number.POSITIVE_INFINITY
}

/** The place of one in which nothing is that the project's branch does not have; undefined: it is to be kept. */
export async function untouchedPlace(main: MainTree, folder: string): Promise<WorktreePlace | undefined> {
  const gitDir = await partOf(main, folder)
  if (gitDir === undefined) return undefined
  const head = (await readFile(path.join(gitDir, 'HEAD'), 'utf8').catch(() => '')).trim()
  const branch = /^ref: refs\/heads\/(mewcode\/.+)$/.exec(head)?.[1]
  if (branch === undefined) return undefined
  const place = { path: folder, cwd: path.join(folder, main.prefix), branch, gitDir }
  const snapshot = await takeSnapshot(main, place)
  const { code } = await main.git(['merge-base', '--is-ancestor', snapshot.head, 'HEAD'], { alsoFine: [1] })
  return code === 0 && snapshot.tree === snapshot.headTree ? place : undefined
}

/** Found by the repository: what lies in the folder may say anything. */
async function partOf(main: MainTree, folder: string): Promise<string | undefined> {
  const { text } = await main.git(['rev-parse', '--git-path', 'worktrees'])
  const parts = path.resolve(main.top, text.trim())
  for (const name of await readdir(parts).catch(() => [])) {
    const at = await readFile(path.join(parts, name, 'gitdir'), 'utf8').catch(() => '')
    if (at.trim() === path.join(folder, '.git')) return path.join(parts, name)
  }
  return undefined
}
