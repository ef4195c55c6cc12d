import type { Dirent } from 'node:fs'
import { opendir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { FolderEntry, workspace } from '../contract/workspace.ts'
import { isInside, isSecretFile } from '../permission/index.ts'
import type { Environment } from '../platform/index.ts'
import { listFiles } from './list-files.ts'

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 20_000
/** On a disk too slow for that nothing is told to be ignored. */
const IGNORED_TIMEOUT_MS = 3_000

type Place = z.output<typeof workspace.list.input>
type Listing = z.infer<typeof workspace.list.output>
type Found = Pick<FolderEntry, 'name' | 'kind' | 'link'>

interface Surroundings {
  /** Real path. */
  readonly projectRoot: string
  /** Added to the project. Real paths. */
  readonly extraFolders: readonly string[]
  readonly env: Environment
  readonly signal: AbortSignal
}

/** A portion of what lies in a folder of the project, or of one added to it. `AppError('files.outside' | 'files.folder_unreadable')`. */
export async function listFolder(
  { folder, ignored, from, limit }: Place,
  { projectRoot, extraFolders, env, signal }: Surroundings,
): Promise<Listing> {
  const real = await realpath(path.resolve(projectRoot, folder)).catch((cause: unknown) => unreadable(folder, cause))
  const roots = [projectRoot, ...extraFolders]
  if (!isInOne(real, roots)) throw new AppError('files.outside', { params: { path: real } })
  const { entries, isTruncated } = await readEntries(real).catch((cause: unknown) => unreadable(folder, cause))
  const found = await Promise.all(entries.map((entry) => look(entry, real, roots)))
  const ignoredNames = await findIgnored(real, found, { env, signal })
  const shown = found.filter(({ name }) => ignored || !ignoredNames.has(name)).sort(inOrder)
  return {
    entries: shown.slice(from, from + limit).map((entry) => ({
      ...entry,
      isIgnored: ignoredNames.has(entry.name),
      isSecret: entry.kind === 'file' && isSecretFile(path.join(real, entry.name)),
    })),
    total: shown.length,
    isTruncated,
  }
}

function isInOne(real: string, roots: readonly string[]): boolean {
  return roots.some((root) => isInside(real, root))
}

function unreadable(folder: string, cause: unknown): never {
  throw new AppError('files.folder_unreadable', { params: { path: folder || '.' }, cause })
}

async function readEntries(real: string): Promise<{ entries: Dirent[]; isTruncated: boolean }> {
  const entries: Dirent[] = []
  for await (const entry of await opendir(real, { bufferSize: 1_000 })) {
    if (entry.name === '.git') continue
    if (entries.length === MAX_ENTRIES) return { entries, isTruncated: true }
    entries.push(entry)
  }
  return { entries, isTruncated: false }
}

async function look(entry: Dirent, folder: string, roots: readonly string[]): Promise<Found> {
  const { name } = entry
  if (!entry.isSymbolicLink()) return { name, kind: kindOf(entry) }
  const target = await realpath(path.join(folder, name)).catch(() => undefined)
  if (target === undefined) return { name, kind: 'other', link: 'broken' }
  if (!isInOne(target, roots)) return { name, kind: 'other', link: 'outside' }
  const stats = await stat(target).catch(() => undefined)
  return stats ? { name, kind: kindOf(stats), link: 'inside' } : { name, kind: 'other', link: 'broken' }
}

function kindOf(what: Pick<Dirent, 'isFile' | 'isDirectory'>): FolderEntry['kind'] {
  if (what.isDirectory()) return 'folder'
  return what.isFile() ? 'file' : 'other'
}

/** Names below which ripgrep lists nothing, although something is there. It lists no links, so of these nothing is known. */
async function findIgnored(
  folder: string,
  found: readonly Found[],
  { env, signal }: Pick<Surroundings, 'env' | 'signal'>,
): Promise<ReadonlySet<string>> {
  const left = new Map(found.filter(({ kind, link }) => kind !== 'other' && link === undefined).map((entry) => [entry.name, entry]))
  const allSeen = new AbortController()
  if (left.size === 0) return new Set()
  const isWhole = await listFiles(folder, {
    env,
    timeoutMs: IGNORED_TIMEOUT_MS,
    signal: AbortSignal.any([signal, allSeen.signal]),
    onPath(file) {
      left.delete(file.split('/', 1)[0] ?? '')
      if (left.size === 0) allSeen.abort()
    },
  })
  signal.throwIfAborted()
  if (!isWhole) return new Set()
  const ignored = await Promise.all(
    [...left.values()].map(async ({ name, kind }) => (kind === 'file' || (await holdsAnything(path.join(folder, name))) ? [name] : [])),
  )
  return new Set(ignored.flat())
}

/** A new folder is empty at first, and one that may not be read could hold anything. */
async function holdsAnything(folder: string): Promise<boolean> {
  try {
    await using opened = await opendir(folder)
    return (await opened.read()) !== null
  } catch {
    return false
  }
}

const names = new Intl.Collator('en', { numeric: true })

function inOrder(one: Found, other: Found): number {
  const isFolder = Number(other.kind === 'folder') - Number(one.kind === 'folder')
  if (isFolder !== 0) return isFolder
  // Names that differ in signs the collator passes over still have one order.
  return names.compare(one.name, other.name) || (one.name < other.name ? -1 : 1)
}
