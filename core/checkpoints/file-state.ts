import { dirname } from 'node:path'
import { stat } from 'node:fs/promises'
import { linkTarget, openRegularFile } from '../platform/index.ts'
import { contentHash } from '../tools/index.ts'
import { limits } from './limits.ts'

/** What stands at a real path. `other`: a link, or a folder, pipe or device; also a path that links lead elsewhere by now. */
export type FileState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'file'
      /** Null: too large to be ours. */
      readonly hash: string | null
      /** Permission bits. */
      readonly mode: number
      readonly bytes: Buffer
    }

/** Never blocks on a pipe, never follows a link away from `path`. */
export async function readState(path: string): Promise<FileState> {
  // A folder on the way, or the file itself, may have been replaced by a link since.
  if ((await linkTarget(path).catch(() => undefined)) !== path) return { kind: 'other' }
  const opened = await openRegularFile(path).catch((error: unknown) => {
    if (isMissing(error)) return 'absent' as const
    if (isCode(error, 'EISDIR', 'ENXIO', 'ELOOP')) return undefined
    throw error
  })
  if (opened === 'absent') return { kind: 'absent' }
  if (!opened) return { kind: 'other' }
  try {
    const { size, mode: bits } = opened.stats
    const mode = bits & 0o7777
    if (size > limits.fileBytes) return { kind: 'file', hash: null, mode, bytes: Buffer.alloc(0) }
    const bytes = await opened.handle.readFile()
    return { kind: 'file', hash: contentHash(bytes), mode, bytes }
  } finally {
    await opened.handle.close()
  }
}

/** The topmost folder on the way to `path` that is not there; null: all are. */
export async function firstMissingFolder(path: string): Promise<string | null> {
  let missing: string | null = null
  for (let folder = dirname(path); !(await stat(folder).catch(() => undefined)); folder = dirname(folder)) missing = folder
  return missing
}

export function isMissing(error: unknown): boolean {
  return isCode(error, 'ENOENT', 'ENOTDIR')
}

export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}
