import { constants, type Stats } from 'node:fs'
import { lstat, open, readlink, realpath, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { removeStaleTemps, tempName } from './stale-temps.ts'

export interface WriteOptions {
  /** Of a new file. */
  readonly mode?: number
  /** `path` is where links led before: one that stands there now was put in since, and nothing is written (`ELOOP`). */
  readonly isResolved?: boolean
}

/** As many hops as Linux follows. */
const MAX_LINKS = 40

/**
 * Replaces (or makes) a file so that a reader sees the old or the new bytes, never half of them, also after a crash.
 * The folder is not synced: after a power cut the old file may be back, whole. A link is written through; mode and
 * hard links survive. What killed processes left in the folder is removed. Parents must exist. Rejects with the system's error.
 */
export async function writeFileAtomic(path: string, bytes: Uint8Array, options: WriteOptions = {}): Promise<void> {
  const target = await linkTarget(path)
  if (options.isResolved && target !== path) throw swapped(path)
  const before = await stat(target).catch(ignoreMissing)
  if (before && mustKeepInode(before)) return overwrite(target, bytes)
  const temp = join(dirname(target), tempName())
  const handle = await open(temp, 'wx', before ? 0o600 : (options.mode ?? 0o666)).catch((error: unknown) => {
    // The file may be writable where its folder is not.
    if (before && isCode(error, 'EACCES', 'EPERM', 'EROFS')) return undefined
    throw error
  })
  if (!handle) return overwrite(target, bytes)
  try {
    await writeAndClose(handle, bytes, { folder: dirname(target), mode: before === undefined ? undefined : before.mode & 0o7777 })
    await rename(temp, target)
  } catch (error) {
    await unlink(temp).catch(ignoreMissing)
    throw error
  }
  await removeStaleTemps(dirname(target))
}

/** Where writing `path` ends up: links followed to the end, also to a file that does not exist yet. */
export async function linkTarget(path: string): Promise<string> {
  let at = resolve(path)
  for (let hops = 0; hops < MAX_LINKS; hops++) {
    const entry = await lstat(at).catch(ignoreMissing)
    if (!entry?.isSymbolicLink()) return join(await realFolder(dirname(at)), basename(at))
    const next = await readlink(at)
    at = isAbsolute(next) ? next : resolve(await realpath(dirname(at)), next)
  }
  throw Object.assign(new Error(`Too many links: ${path}`), { code: 'ELOOP' })
}

/** The real path of a folder, of which the last parts may not exist yet. */
async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(ignoreMissing)
  if (real !== undefined) return real
  return dirname(path) === path ? path : join(await realFolder(dirname(path)), basename(path))
}

/** A rename would cut other names off from the file, or change who owns it. */
function mustKeepInode(stats: Stats): boolean {
  return stats.nlink > 1 || (process.getuid !== undefined && stats.uid !== process.getuid())
}

async function overwrite(target: string, bytes: Uint8Array): Promise<void> {
  // No-follow: the links were resolved above, one that appears now is not what was asked for.
  const handle = await open(target, constants.O_WRONLY | constants.O_NOFOLLOW)
  try {
    await requireFolder(handle, dirname(target))
    await writeFully(handle, bytes)
    await handle.truncate(bytes.length)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The file was opened in this folder and not, by a link put in between, in another. The rename cannot go astray then. */
async function requireFolder(handle: FileHandle, folder: string): Promise<void> {
  const own = process.platform === 'linux' ? await readlink(`/proc/self/fd/${handle.fd}`).catch(ignoreMissing) : undefined
  const real = own === undefined ? await realpath(folder) : dirname(own)
  if (real !== folder) throw swapped(folder)
}

function swapped(path: string): Error {
  return Object.assign(new Error(`A link was put in the way: ${path}`), { code: 'ELOOP' })
}

async function writeAndClose(
  handle: FileHandle,
  bytes: Uint8Array,
  { folder, mode }: { folder: string; mode: number | undefined },
): Promise<void> {
  try {
    await requireFolder(handle, folder)
    await writeFully(handle, bytes)
    if (mode !== undefined) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten
}

function ignoreMissing(error: unknown): undefined {
  if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
  throw error
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
