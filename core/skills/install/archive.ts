import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fromBufferPromise, type Entry } from 'yauzl'
import { AppError } from '../../contract/errors.ts'
import { fileTooLarge, readBounded } from './read-bounded.ts'
import type { SourceFile, SourceTree } from './types.ts'

/** Of the packed file; what comes out of it has its own quotas. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ENTRIES = 20_000
const FILE = 0o100000
const KIND = 0o170000

/** A `.zip` or `.skill` file. `AppError('install.no_such_path' | 'install.bad_archive' | 'install.unsafe_path')`. */
export async function openArchive(file: string, skill: string | undefined): Promise<SourceTree> {
  const stats = await stat(file).catch((cause: unknown) => {
    throw new AppError('install.no_such_path', { params: { path: file }, cause })
  })
  if (!stats.isFile()) throw bad(file, 'no file')
  if (stats.size > MAX_BYTES) throw fileTooLarge(file, MAX_BYTES)
  return readArchive(await readFile(file), { origin: file, skill })
}

/** A packed skill in memory. Names that lead out of it are refused by the reader itself. */
export async function readArchive(bytes: Buffer, { origin, skill }: { origin: string; skill: string | undefined }): Promise<SourceTree> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entries.has(entry.fileName)) throw new AppError('install.unsafe_path', { params: { path: JSON.stringify(entry.fileName) } })
      if (entries.size >= MAX_ENTRIES) throw new AppError('install.too_many_files', { params: { limit: MAX_ENTRIES } })
      entries.set(entry.fileName, entry)
    }
    return {
      origin,
      ref: '',
      commit: '',
      path: '',
      skill,
      topName: path.basename(origin).replace(/\.(zip|skill)$/i, ''),
      isSkillFolder: true,
      files: [...entries.values()].map(asSourceFile),
      async read(file, maxBytes) {
        const entry = entries.get(file.path)
        if (!entry) throw bad(origin, file.path)
        if (entry.isEncrypted()) throw bad(origin, `${file.path}: encrypted`)
        try {
          return await readBounded(await zip.openReadStreamPromise(entry), { file: file.path, maxBytes })
        } catch (error) {
          throw asBad(origin, error)
        }
      },
      close: async () => zip.close(),
    }
  } catch (error) {
    throw asBad(origin, error)
  }
}

function asSourceFile({ fileName, uncompressedSize, externalFileAttributes }: Entry): SourceFile {
  const mode = externalFileAttributes >>> 16
  // Programs that say nothing of it write files. Pipes and devices are left out as links are.
  const kind = (mode & KIND) === 0 || (mode & KIND) === FILE ? 'file' : 'link'
  return { path: fileName, kind, bytes: uncompressedSize, isExecutable: (mode & 0o100) !== 0 }
}

function asBad(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  // The reader's own words for names that lead elsewhere.
  if (/invalid relative path|absolute path|invalid characters in fileName/.test(error.message)) {
    return new AppError('install.unsafe_path', { params: { path: error.message.replace(/^.*?: /, '') }, cause: error })
  }
  return bad(file, error.message, error)
}

function bad(file: string, detail: string, cause?: unknown): AppError {
  return new AppError('install.bad_archive', { params: { file, detail }, cause })
}
