import { cp, lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { newId } from '../../base/ids.ts'
import { AppError } from '../../contract/errors.ts'
import { holdAcrossProcesses, writeFileAtomic } from '../../platform/index.ts'
import { isBadName } from '../skill-name.ts'
import { LockEntry, readLock, writeLock } from './lock-file.ts'
import type { InstallPlace } from './types.ts'

/** Beside the skills, so that a rename never crosses a file system. The reader of skills skips it. */
const STAGING = '.staging'
/** The version before, by id: `files/` and the lock entry it had. */
const PREVIOUS = '.previous'

const Change = z.object({
  id: z.string().refine((id) => !isBadName(id) && !id.startsWith('.')),
  /** Null: no source is known of it. */
  entry: LockEntry.nullable(),
  /** The skill goes. */
  isGone: z.boolean().default(false),
})
const Plan = z.object({ changes: z.array(Change) })
export type Change = z.infer<typeof Change>

/** A folder for one change of installed skills: `new/<id>` is filled in peace, `plan.json` makes it count. */
export async function openStaging(root: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      const folder = path.join(await ownFolder(root, STAGING), `${process.pid}-${newId()}`)
      await mkdir(path.join(folder, 'new'), { recursive: true })
      return folder
    } catch (error) {
      // Another installation that ends takes the empty folder away.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isGone || tries === TRIES) throw error
    }
  }
}

const TRIES = 5

export async function dropStaging(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await removeIfEmpty(path.dirname(folder))
}

/**
 * Makes the staged folders the installed ones. The plan is the turning point: a power cut before it leaves everything as it
 * was, one after it is made good by `recoverSwaps`.
 */
export async function commitSwap(place: InstallPlace, folder: string, changes: readonly Change[]): Promise<void> {
  await writeFileAtomic(path.join(folder, 'plan.json'), Buffer.from(JSON.stringify({ changes })))
  await applyPlan(place, folder, changes)
}

/** Ends what a process that is gone had begun: carried out where it was decided, dropped where it was not. */
export async function recoverSwaps(place: InstallPlace): Promise<void> {
  const staging = path.join(place.root, STAGING)
  // A repository may bring such a folder along: a link would lead our tidying elsewhere.
  if (!(await hasStaging(place.root))) return
  for (const name of await readdir(staging)) {
    if (name === '.gitignore' || isAlive(Number.parseInt(name, 10))) continue
    const folder = path.join(staging, name)
    const plan = await readPlan(folder)
    if (plan && (await isFolder(path.join(folder, 'new')))) await applyPlan(place, folder, plan.changes)
    else await dropStaging(folder)
  }
}

/** Something is under way there, or was. */
export function hasStaging(root: string): Promise<boolean> {
  return isFolder(path.join(root, STAGING))
}

export function previousFolder(root: string, id: string): string {
  return path.join(root, PREVIOUS, id)
}

/** Brings the version before back; the present one becomes the version before. `AppError('install.no_previous')`. */
export async function restorePrevious(place: InstallPlace, id: string): Promise<void> {
  const kept = previousFolder(place.root, id)
  const entry = LockEntry.nullable().parse(JSON.parse(await readFile(path.join(kept, 'entry.json'), 'utf8').catch(() => 'null')))
  if (!(await isFolder(kept)) || !(await isThere(path.join(kept, 'files')))) throw new AppError('install.no_previous', { params: { id } })
  const staging = await openStaging(place.root)
  await cp(path.join(kept, 'files'), path.join(staging, 'new', id), { recursive: true, verbatimSymlinks: true })
  await commitSwap(place, staging, [{ id, entry, isGone: false }])
}

/** One at a time of all processes: two that write the lock file at once would lose one of their entries. */
function applyPlan(place: InstallPlace, folder: string, changes: readonly Change[]): Promise<void> {
  return holdAcrossProcesses(path.join(place.root, '.lock'), () => carryOut(place, folder, changes), { waitMs: LOCK_WAIT_MS })
}

const LOCK_WAIT_MS = 30_000

/** Every step may have been done already; what cannot be done to its end is taken back. */
async function carryOut(place: InstallPlace, folder: string, changes: readonly Change[]): Promise<void> {
  const lock = await readLock(place.lockFile)
  const undo: (() => Promise<void>)[] = [() => dropStaging(folder)]
  try {
    for (const { id, isGone } of changes) {
      const target = path.join(place.root, id)
      const staged = path.join(folder, 'new', id)
      const isDone = isGone ? !(await isThere(target)) : !(await isThere(staged))
      if (isDone) continue
      if (await isThere(target)) {
        await keepPrevious(place.root, id, lock.skills[id])
        undo.push(() => rename(path.join(previousFolder(place.root, id), 'files'), target))
      }
      if (isGone) continue
      await rename(staged, target)
      undo.push(() => rm(target, { recursive: true, force: true }))
    }
    const { skills } = lock
    for (const { id, entry } of changes) {
      if (entry === null) delete skills[id]
      else skills[id] = entry
    }
    await writeLock(place.lockFile, lock)
  } catch (error) {
    for (const step of undo.toReversed()) await step()
    throw error
  }
  await dropStaging(folder)
}

/** A link is moved as it is: what it leads to stays where it lies. */
async function keepPrevious(root: string, id: string, entry: LockEntry | undefined): Promise<void> {
  await ownFolder(root, PREVIOUS)
  const kept = previousFolder(root, id)
  await rm(kept, { recursive: true, force: true })
  await mkdir(kept, { recursive: true })
  await writeFileAtomic(path.join(kept, 'entry.json'), Buffer.from(JSON.stringify(entry ?? null)))
  await rename(path.join(root, id), path.join(kept, 'files'))
}

/** A folder of ours among the skills, which is nothing for version control. */
async function ownFolder(root: string, name: string): Promise<string> {
  const folder = path.join(root, name)
  await mkdir(folder, { recursive: true })
  if ((await lstat(folder)).isSymbolicLink()) throw new AppError('install.link_out', { params: { path: folder } })
  await writeFile(path.join(folder, '.gitignore'), '*\n')
  return folder
}

async function readPlan(folder: string): Promise<z.infer<typeof Plan> | undefined> {
  const text = await readFile(path.join(folder, 'plan.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return Plan.parse(JSON.parse(text))
  } catch (error) {
    // Not of our making.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}

/** No link. */
function isFolder(place: string): Promise<boolean> {
  return lstat(place).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}

/** One that fills again at this moment stays. */
async function removeIfEmpty(folder: string): Promise<void> {
  const left = await readdir(folder).catch(() => ['?'])
  if (!left.every((name) => name === '.gitignore')) return
  await rm(path.join(folder, '.gitignore'), { force: true })
  await rmdir(folder).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error)) throw error
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: somebody else's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
