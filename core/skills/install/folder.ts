import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { readBounded } from './read-bounded.ts'
import type { SourceFile, SourceTree } from './types.ts'

const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules'])
/** Above this a folder is no collection of skills. */
const MAX_FILES = 20_000

/** A folder of this machine. `AppError('install.no_such_path' | 'install.too_many_files')`. */
export async function openFolderSource(folder: string, skill: string | undefined): Promise<SourceTree> {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw new AppError('install.no_such_path', { params: { path: folder }, cause })
  })
  return {
    origin: root,
    ref: '',
    commit: '',
    path: '',
    skill,
    topName: path.basename(root),
    isSkillFolder: true,
    files: await listFiles(root),
    read: (file, maxBytes) => readBounded(createReadStream(path.join(root, file.path)), { file: file.path, maxBytes }),
    close: async () => undefined,
  }
}

/** Files and links below a folder; links are not followed. */
export async function listFiles(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(path.join(root, inner), { withFileTypes: true })) {
      const at = inner === '' ? entry.name : `${inner}/${entry.name}`
      if (files.length > MAX_FILES) throw new AppError('install.too_many_files', { params: { limit: MAX_FILES } })
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name)) await walk(at)
      } else if (entry.isSymbolicLink()) files.push({ path: at, kind: 'link' })
      else if (entry.isFile()) {
        const { size, mode } = await lstat(path.join(root, at))
        files.push({ path: at, kind: 'file', bytes: size, isExecutable: (mode & 0o100) !== 0 })
      }
    }
  }
  await walk('')
  return files
}
