import { access, constants, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { projects } from '../contract/projects.ts'
import { displayPath, openFolder } from './project.ts'

const MAX_LISTED = 1_000

type Listing = z.infer<typeof projects.browse.output>

/** The folders in `folder`, by name. Links to folders count as folders. */
export async function browseFolders(folder: string, { hidden, userHome }: { hidden: boolean; userHome: string }): Promise<Listing> {
  const real = await openFolder(folder)
  const entries = await readdir(real, { withFileTypes: true })
  const shown = entries.filter(({ name }) => hidden || !name.startsWith('.'))
  const checked = await Promise.all(
    shown.map(async (entry) => {
      const full = path.join(real, entry.name)
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectory(full)))
      return isFolder ? [{ name: entry.name, path: full }] : []
    }),
  )
  const folders = checked.flat().sort((a, b) => a.name.localeCompare(b.name))
  const listed = folders.slice(0, MAX_LISTED)
  return {
    path: real,
    displayPath: displayPath(real, userHome),
    parent: path.dirname(real) === real ? null : path.dirname(real),
    folders: await Promise.all(listed.map(async (entry) => ({ ...entry, readable: await isReadable(entry.path) }))),
    more: folders.length - listed.length,
  }
}

/** Answers the new folder's path. `AppError('project.bad_name' | 'project.exists' | 'project.name_too_long' | 'project.unwritable' | …)`. */
export async function makeFolder(parent: string, name: string): Promise<string> {
  if (/[/\\\0]/.test(name) || name === '.' || name === '..') throw new AppError('project.bad_name', { params: { name } })
  const full = path.join(await openFolder(parent), name)
  try {
    await mkdir(full)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code === 'ENAMETOOLONG') throw new AppError('project.name_too_long', { params: { name }, cause })
    throw new AppError(code === 'EEXIST' ? 'project.exists' : 'project.unwritable', { params: { path: full }, cause })
  }
  return full
}

function isDirectory(full: string): Promise<boolean> {
  return stat(full).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

function isReadable(full: string): Promise<boolean> {
  return access(full, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}
