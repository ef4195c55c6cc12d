import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { isInside } from '../permission/index.ts'
import type { RuleSource } from '../permission/types.ts'

/** A folder beside the project, as a settings file names it. */
export interface WrittenFolder {
  /** Absolute, or behind `~/`. */
  readonly text: string
  readonly source: RuleSource & { readonly file: string; readonly line: number }
  /** A project's file names it, and no person gave it. */
  readonly isForeign: boolean
}

export interface ExtraFolder {
  /** Absolute. */
  readonly path: string
  readonly source: RuleSource
  /** Why the agent does not work there; undefined: it does. */
  readonly problem: AppError | undefined
}

/** Both as the platform names them. */
export interface OwnFolders {
  readonly home: string
  readonly userHome: string
}

/** Under which it is kept that a person gave this project this folder. */
export function folderKey(folder: string): string {
  return `folder#${createHash('sha256').update(folder).digest('hex')}`
}

/** Looks at each folder as it is now. Only a person's own words widen, and only to where they said: never through a link. */
export function readExtraFolders(written: readonly WrittenFolder[], own: OwnFolders): Promise<ExtraFolder[]> {
  return Promise.all(
    written.map(async ({ text, source, isForeign }) => {
      const folder = expand(text, own)
      const { file, line } = source
      const params = { file, line, folder }
      const problem = isForeign ? new AppError('config.folder_project', { params }) : await problemOf(folder, own, { file, line })
      return { path: folder, source, problem }
    }),
  )
}

async function problemOf(folder: string, own: OwnFolders, at: { file: string; line: number }): Promise<AppError | undefined> {
  const real = await realFolder(folder)
  if (real === undefined) return new AppError('config.folder_missing', { params: { ...at, folder } })
  if (real !== folder) return new AppError('config.folder_link', { params: { ...at, folder, real } })
  return (await isTooWide(real, own)) ? new AppError('config.folder_wide', { params: { ...at, folder } }) : undefined
}

/** The real path of a folder that may be added. `AppError('permission.folder_missing' | 'permission.folder_wide')`. */
export async function addableFolder(written: string, own: OwnFolders): Promise<string> {
  const folder = expand(written, own)
  const real = path.isAbsolute(folder) ? await realFolder(folder) : undefined
  if (real === undefined) throw new AppError('permission.folder_missing', { params: { folder } })
  if (await isTooWide(real, own)) throw new AppError('permission.folder_wide', { params: { folder: real } })
  return real
}

export function expand(text: string, { userHome }: OwnFolders): string {
  const folder = text === '~' || text.startsWith('~/') ? path.join(userHome, text.slice(1)) : text
  const plain = path.normalize(folder)
  return plain === path.parse(plain).root ? plain : plain.replace(/[/\\]+$/, '')
}

/** Everything the person has, or what decides what MewCode may do. */
async function isTooWide(real: string, own: OwnFolders): Promise<boolean> {
  const mine = await Promise.all([own.home, own.userHome].map(async (folder) => (await realFolder(folder)) ?? folder))
  const [home = own.home] = mine
  return mine.some((folder) => isInside(folder, real)) || isInside(real, home)
}

/** Undefined for what is no folder. */
async function realFolder(folder: string): Promise<string | undefined> {
  try {
    const real = await realpath(folder)
    return (await stat(real)).isDirectory() ? real : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
