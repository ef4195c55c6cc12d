import { constants } from 'node:fs'
import { mkdir, open, rmdir, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ConflictReason } from '../contract/changes.ts'
import { writeFileAtomic, type FileLocks } from '../platform/index.ts'
import type { CheckpointRepository } from '../storage/checkpoint-types.ts'
import { contentHash } from '../tools/index.ts'
import { isCode, readState, type FileState } from './file-state.ts'
import { readPreImage } from './pre-images.ts'
import { keepState, type SessionPlace } from './record.ts'

/** What a file is to become. `bytes` undefined: it goes. */
export interface NewContent {
  readonly bytes: Uint8Array | undefined
  /** Permission bits; null: as they are. */
  readonly mode: number | null
  readonly madeFolder: string | null
}

export interface RestoreDeps {
  readonly checkpoints: CheckpointRepository
  /** The tools' own, so that no edit comes between. */
  readonly locks: FileLocks
}

/**
 * Under the file's lock: looks again, keeps what is there, writes. `decide` sees the file as it is now.
 * Answers why the file was left alone; undefined: done, or there was nothing to do.
 */
export function restoreFile(
  { checkpoints, locks }: RestoreDeps,
  session: SessionPlace,
  {
    path,
    rewindId,
    decide,
  }: {
    path: string
    rewindId: string
    decide: (current: FileState) => Promise<{ content: NewContent } | { conflict: ConflictReason } | undefined>
  },
): Promise<ConflictReason | undefined> {
  return locks.hold(path, async () => {
    try {
      const state = await readState(path)
      const decision = await decide(state)
      if (!decision) return undefined
      if ('conflict' in decision) return decision.conflict
      const { content } = decision
      const afterHash = content.bytes === undefined ? null : contentHash(content.bytes)
      await keepState(checkpoints, session, { path, state, afterHash, source: { turnId: '', toolCallId: null, rewindId } })
      if (content.bytes === undefined) await remove(path, content.madeFolder)
      else await write(path, content.bytes, content.mode)
      return undefined
    } catch (error) {
      if (isCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOSPC', 'EEXIST', 'ENOENT')) return 'unwritable'
      throw error
    }
  })
}

/** A kept content as what a file is to become; `expired` when it is gone. */
export async function keptContent(
  sessionDir: string,
  { hash, mode, madeFolder }: { hash: string | null; mode: number | null; madeFolder: string | null },
): Promise<{ content: NewContent } | { conflict: ConflictReason }> {
  if (hash === null) return { content: { bytes: undefined, mode: null, madeFolder } }
  const bytes = await readPreImage(sessionDir, hash)
  return bytes ? { content: { bytes, mode, madeFolder: null } } : { conflict: 'expired' }
}

async function write(path: string, bytes: Uint8Array, mode: number | null): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomic(path, bytes, mode === null ? {} : { mode })
  if (mode === null) return
  // A file that is replaced keeps its own mode, and a new one loses the umask's bits.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    if (((await handle.stat()).mode & 0o7777) !== mode) await handle.chmod(mode)
  } finally {
    await handle.close()
  }
}

async function remove(path: string, madeFolder: string | null): Promise<void> {
  await unlink(path)
  if (madeFolder === null) return
  for (let folder = dirname(path); folder.length >= madeFolder.length; folder = dirname(folder)) {
    // Somebody else's file in it keeps it.
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}
