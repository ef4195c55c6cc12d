import { lstat } from 'node:fs/promises'
import { ToolFailure } from '../types.ts'
import type { Located } from './locate.ts'
import { similarNames } from './similar-names.ts'

/** The failure for a path where nothing is, naming what may have been meant. */
export async function missingFile({ absolute, shown }: Located, projectRoot: string): Promise<ToolFailure> {
  const similar = await similarNames(absolute, projectRoot)
  const hint = similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'Use glob to find it.'
  const isLink = await lstat(absolute).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  )
  return new ToolFailure(isLink ? `${shown} is a link whose target is missing. ${hint}` : `No such file: ${shown}. ${hint}`)
}

/** The system's words for a failed file operation, with the path as shown. */
export function fileFailure(error: unknown, shown: string): ToolFailure | undefined {
  const code = errorCode(error)
  if (code === undefined) return undefined
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EISDIR: 'it is a folder',
    ELOOP: 'its links lead in a circle, or were changed in this moment',
    ENAMETOOLONG: 'the name is too long',
    ENOENT: 'it does not exist',
    E2BIG: 'the command is too long',
    ERR_INVALID_ARG_VALUE: 'it holds a zero character',
  }
  return new ToolFailure(`${shown}: ${reasons[code] ?? code}.`)
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
