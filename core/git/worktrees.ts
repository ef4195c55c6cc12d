import { copyFile, constants, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { Worktree, tasks } from '../contract/tasks.ts'
import type { WorktreePlace } from '../storage/types.ts'
import { orphanWorktrees, untouchedPlace } from './orphan-worktrees.ts'
import { openMainTree, prepareFolder, type MainTree } from './open-worktrees.ts'
import type { RepositoryDeps } from './repository.ts'
import { changedFiles, commitOf, namedForWorktrees, readDiff, takeSnapshot, tryMerge } from './worktree-changes.ts'
import type { z } from 'zod'

export type WorktreeChanges = z.output<typeof tasks.changes.output>
export type MergeResult = z.output<typeof tasks.merge.output>

/** A worktree and the commit it began from. */
export interface OwnWorktree {
  readonly place: WorktreePlace
  readonly base: string
}

/** Worktrees of projects' repositories, on branches `mewcode/NAME`. Every method throws `AppError('worktree.*' | 'git.*')`. */
export interface Worktrees {
  /** A new one from the project's HEAD. */
  add(projectRoot: string, name: string): Promise<OwnWorktree>
  /** Makes one anew that is gone; answers what it begins from then. */
  enter(projectRoot: string, place: WorktreePlace): Promise<string | undefined>
  /** Removes one in which nothing changed; answers what it is now. */
  leave(projectRoot: string, own: OwnWorktree): Promise<Worktree['state']>
  changes(projectRoot: string, own: OwnWorktree): Promise<WorktreeChanges>
  /** The project's own files change when all can be put together, or not at all. */
  merge(projectRoot: string, own: OwnWorktree, subject: string): Promise<MergeResult>
  remove(projectRoot: string, place: WorktreePlace): Promise<void>
  /** Removes those that belong to nobody and in which nothing changed. `known`: the paths of those that are somebody's. */
  tidy(projectRoot: string, known: readonly string[]): Promise<void>
}

export interface WorktreesDeps {
  readonly env: RepositoryDeps['env']
  readonly placeOf: (projectRoot: string) => ReturnType<RepositoryDeps['place']>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const TIMEOUT_MS = 10 * 60_000
const MOST_COPIED = 2_000
const MOST_COPIED_BYTES = 200 * 1024 * 1024

export function createWorktrees({ env, placeOf, now }: WorktreesDeps): Worktrees {
  /** One at a time in a project: git's own locks refuse instead of waiting. */
  const queues = new Map<string, Promise<unknown>>()
  async function inTurn<T>(projectRoot: string, work: (main: MainTree) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const { childEnv, isTrusted } = await placeOf(projectRoot)
      if (!isTrusted) throw new AppError('worktree.not_ready')
      return work(await openMainTree(projectRoot, { env, childEnv }, AbortSignal.timeout(TIMEOUT_MS)))
    }
    const before = queues.get(projectRoot) ?? Promise.resolve()
    const done = before.then(run, run)
    queues.set(projectRoot, done)
    return done
  }
  return {
    add: (projectRoot, name) =>
      inTurn(projectRoot, async (main) => {
        await prepareFolder(main)
        const own = await freeName(main, name)
        const branch = `mewcode/${own}`
        const folder = path.join(main.folder, own)
        const base = await checkOut(main, { folder, branch })
        const { text } = await main.git(['rev-parse', '--absolute-git-dir'], { cwd: folder })
        return { base, place: { path: folder, cwd: path.join(folder, main.prefix), branch, gitDir: text.trim() } }
      }),
    enter: (projectRoot, place) =>
      inTurn(projectRoot, async (main) => {
        if (await isFolder(place.path)) return undefined
        await prepareFolder(main)
        await forget(main, place)
        return checkOut(main, { folder: place.path, branch: place.branch })
      }),
    leave: (projectRoot, { place, base }) =>
      inTurn(projectRoot, async (main) => {
        if (!(await isFolder(place.path))) return 'gone'
        const { tree, head } = await takeSnapshot(main, place)
        const { text: baseTree } = await main.git(['rev-parse', `${base}^{tree}`])
        if (head !== base || tree !== baseTree.trim()) return 'changed'
        await remove(main, place)
        return 'gone'
      }),
    changes: (projectRoot, { place, base }) =>
      inTurn(projectRoot, async (main) => {
        const snapshot = await whole(main, place)
        const { conflicts } = await tryMerge(main, await commitOf(main, snapshot, undefined))
        return { ...(await readDiff(main, base, snapshot.tree)), conflicts: [...conflicts] }
      }),
    merge: (projectRoot, { place, base }, subject) =>
      inTurn(projectRoot, async (main) => {
        const snapshot = await whole(main, place)
        const isUnchanged = (await changedFiles(main, base, snapshot.tree)).length === 0
        if (isUnchanged && snapshot.head === base) return { status: 'nothing', commit: null, conflicts: [] }
        const commit = await commitOf(main, snapshot, subject)
        const { tree, conflicts } = await tryMerge(main, commit)
        if (conflicts.length > 0) return { status: 'conflict', commit: null, conflicts: [...conflicts] }
        await refuseDirty(main, tree)
        const { code } = await main.git(['merge-base', '--is-ancestor', 'HEAD', commit], { alsoFine: [1] })
        const joined = code === 0 ? commit : await joinedWithHead(main, { tree, commit, branch: place.branch })
        // Git's own last look: it overwrites nothing that is not committed, and does all of it or nothing.
        await main.git(['merge', '--quiet', '--ff-only', '--no-overwrite-ignore', joined])
        await remove(main, place)
        return { status: 'merged', commit: joined, conflicts: [] }
      }),
    remove: (projectRoot, place) => inTurn(projectRoot, (main) => remove(main, place)),
    async tidy(projectRoot, known) {
      const orphans = await orphanWorktrees(projectRoot, { known, now: now() })
      if (orphans.length === 0) return
      await inTurn(projectRoot, async (main) => {
        for (const orphan of orphans) {
          const place = await untouchedPlace(main, orphan)
          if (place) await remove(main, place)
        }
      })
    },
  }
}

/** A process that was killed may have left one of that name. */
async function freeName({ folder }: MainTree, name: string): Promise<string> {
  for (let n = 2, free = name; ; free = `${name}-${n}`, n += 1) if (!(await isFolder(path.join(folder, free)))) return free
}

async function whole(main: MainTree, place: WorktreePlace) {
  if (!(await isFolder(place.path))) throw new AppError('worktree.gone')
  return takeSnapshot(main, place)
}

/** A new branch from HEAD, or the one that is left of an earlier time. Answers the commit the work begins from. */
async function checkOut(main: MainTree, { folder, branch }: { folder: string; branch: string }): Promise<string> {
  const head = await main.git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { alsoFine: [1, 128] })
  if (head.code !== 0) throw new AppError('worktree.no_commit')
  const known = await main.git(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], { alsoFine: [1, 128] })
  const isKnown = known.code === 0
  await main.git(['worktree', 'add', '--quiet', ...(isKnown ? [folder, branch] : ['-b', branch, folder, head.text.trim()])])
  await copyNamed(main, folder)
  if (!isKnown) return head.text.trim()
  const { text } = await main.git(['merge-base', 'HEAD', branch])
  return text.trim()
}

/** Plain files only, to where no link leads out. `AppError('worktree.too_much')`. */
async function copyNamed(main: MainTree, folder: string): Promise<void> {
  if (!(await stat(path.join(main.top, '.worktreeinclude')).catch(() => undefined))?.isFile()) return
  const files = await namedForWorktrees(main, (args) => main.git(args))
  if (files.length > MOST_COPIED) throw new AppError('worktree.too_much', { params: { limit: `${MOST_COPIED} files` } })
  let bytes = 0
  for (const file of files) {
    const from = path.join(main.top, file)
    const stats = await lstat(from)
    if (!stats.isFile()) continue
    bytes += stats.size
    if (bytes > MOST_COPIED_BYTES) throw new AppError('worktree.too_much', { params: { limit: '200 MB' } })
    const to = path.join(folder, file)
    await mkdir(path.dirname(to), { recursive: true })
    const parent = await realpath(path.dirname(to))
    if (parent !== path.dirname(to)) continue
    await copyFile(from, to, constants.COPYFILE_EXCL).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
}

/** `AppError('worktree.main_dirty')`. */
async function refuseDirty(main: MainTree, tree: string): Promise<void> {
  const touched = new Set(await changedFiles(main, 'HEAD', tree))
  const { text } = await main.git(['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'])
  const dirty = text
    .split('\0')
    .map((record) => record.slice(3))
    .filter((file) => touched.has(file))
  if (dirty.length > 0) throw new AppError('worktree.main_dirty', { params: { files: dirty.slice(0, 20).join(', ') } })
}

async function joinedWithHead(main: MainTree, { tree, commit, branch }: { tree: string; commit: string; branch: string }): Promise<string> {
  const { text: head } = await main.git(['rev-parse', 'HEAD'])
  const { text } = await main.git(['commit-tree', tree, '-p', head.trim(), '-p', commit, '-F', '-'], { input: `Merge branch '${branch}'` })
  return text.trim()
}

async function remove(main: MainTree, place: WorktreePlace): Promise<void> {
  await prepareFolder(main)
  if (path.dirname(place.path) !== main.folder) throw new AppError('worktree.place', { params: { path: place.path } })
  await rm(place.path, { recursive: true, force: true })
  await forget(main, place)
  await main.git(['branch', '--quiet', '-D', place.branch], { alsoFine: [1] })
}

/** Of a worktree whose folder is not there. */
async function forget(main: MainTree, place: WorktreePlace): Promise<void> {
  await main.git(['worktree', 'remove', '--force', '--force', place.path], { alsoFine: [128] })
}

function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
