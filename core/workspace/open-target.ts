import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { isInside } from '../permission/index.ts'

export interface OpenTarget {
  /** Real path. */
  readonly real: string
  /** As it is shown: relative to the project where it lies inside, with `/`. */
  readonly shown: string
}

/** The file a written path means, links followed. `files.unreadable`; `files.outside` unless `confirmed`. */
export async function targetOf(
  written: string,
  { projectRoot, extraFolders, confirmed }: { projectRoot: string; extraFolders: readonly string[]; confirmed: boolean },
): Promise<OpenTarget> {
  const real = await realpath(path.resolve(projectRoot, written)).catch((cause: unknown) => {
    throw new AppError('files.unreadable', { params: { path: written }, cause })
  })
  const isOwn = isInside(real, projectRoot)
  const shown = isOwn ? path.relative(projectRoot, real).replaceAll(path.sep, '/') : real
  if (!isOwn && !confirmed && !extraFolders.some((folder) => isInside(real, folder)))
    throw new AppError('files.outside', { params: { path: real } })
  return { real, shown }
}
