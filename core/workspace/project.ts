import { access, constants, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Project } from '../contract/app.ts'
import { AppError } from '../contract/errors.ts'
import { readGitBranch } from '../platform/index.ts'
import type { ProjectRecord } from '../storage/types.ts'

/** The real path of a folder that can be worked in. `AppError('project.missing' | 'project.not_folder' | 'project.unreadable')`. A read-only folder opens: reading is work too. */
export async function openFolder(folder: string): Promise<string> {
  const real = await realpath(path.resolve(folder)).catch((cause: unknown) => {
    throw new AppError(isCode(cause, 'EACCES') ? 'project.unreadable' : 'project.missing', { params: { path: folder }, cause })
  })
  if (!(await stat(real)).isDirectory()) throw new AppError('project.not_folder', { params: { path: folder } })
  try {
    await access(real, constants.R_OK | constants.X_OK)
    await readdir(real)
  } catch (cause) {
    throw new AppError('project.unreadable', { params: { path: folder }, cause })
  }
  return real
}

/** A stored project as windows show it; a folder that has vanished says so. */
export async function projectFacts(
  { id, path: root, lastOpenedAt }: ProjectRecord,
  { userHome, sessions }: { userHome: string; sessions: readonly { title: string; running: boolean; waiting: number }[] },
): Promise<Project> {
  const exists = await stat(root).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const branch = exists ? await readGitBranch(root).catch(() => undefined) : undefined
  const lastSessionTitle = sessions.find(({ title }) => title !== '')?.title
  return {
    id,
    path: root,
    displayPath: displayPath(root, userHome),
    name: path.basename(root) || root,
    ...(branch !== undefined && { branch }),
    exists,
    lastOpenedAt,
    ...(lastSessionTitle !== undefined && { lastSessionTitle }),
    running: sessions.filter(({ running }) => running).length,
    waiting: sessions.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}

/** With the person's home folder as `~`. */
export function displayPath(full: string, userHome: string): string {
  const relative = path.relative(userHome, full)
  if (relative === '') return '~'
  return relative.startsWith('..') || path.isAbsolute(relative) ? full : path.join('~', relative)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
