import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { isInside } from '../../permission/index.ts'
import { linkTarget } from '../../platform/index.ts'
import type { InstallFor, InstallPlace } from './types.ts'

/**
 * Where skills of a level are installed; the folder is made. A project's may not lead out of it: a repository could lay a link
 * there. `AppError('install.no_project' | 'install.link_out' | 'install.disk')`.
 */
export async function installPlace({ level, projectRoot, kind = 'skill' }: InstallFor, home: string): Promise<InstallPlace> {
  if (level === 'project' && projectRoot === undefined) throw new AppError('install.no_project')
  const base = level === 'project' && projectRoot !== undefined ? path.join(projectRoot, '.mewcode') : home
  const folder = path.join(base, `${kind}s`)
  const root = await realRoot(folder)
  if (level === 'project' && projectRoot !== undefined && !isInside(root, projectRoot)) {
    throw new AppError('install.link_out', { params: { path: folder } })
  }
  const lockFile = path.join(base, `${kind}s-lock.json`)
  if (level === 'project' && projectRoot !== undefined && !isInside(await linkTarget(lockFile), projectRoot)) {
    throw new AppError('install.link_out', { params: { path: lockFile } })
  }
  return { kind, level, root, lockFile }
}

async function realRoot(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true })
    return await realpath(folder)
  } catch (cause) {
    throw diskError(folder, cause)
  }
}

/** The system's refusal in words; a bug stays one. */
export function diskError(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause) || cause instanceof AppError) return cause
  return new AppError('install.disk', { params: { path: file, detail: String(cause.code) }, cause })
}
