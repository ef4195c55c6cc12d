import { mkdir, readdir, realpath, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import type { MemoryLevel, MemoryNote, MemoryType } from '../contract/memory.ts'
import { openRegularFile, writeFileAtomic, type FileLocks } from '../platform/index.ts'
import { isNoteFile, noteFile } from './note-file.ts'
import { createdOf, readNote, writeNote } from './note.ts'

/** Bytes. A note is a few sentences; what is larger was put there by something else. */
const MAX_NOTE_BYTES = 64 * 1024
/** More files than this in one folder are not looked at. */
const MAX_NOTES = 1_000

/** Where notes lie; without a project there are the user's only. */
export interface MemoryPlaces {
  readonly projectRoot: string | undefined
}

export interface NoteText {
  readonly level: MemoryLevel
  readonly type: MemoryType
  readonly title: string
  readonly content: string
}

/** What is remembered, one file a note. Nothing outside the two folders is read or written, whatever names say. */
export interface Memory {
  folder(level: MemoryLevel, places: MemoryPlaces): string
  /** Newest first. */
  list(places: MemoryPlaces): Promise<MemoryNote[]>
  /** Undefined: there is no such note. */
  find(at: { level: MemoryLevel; file: string }, places: MemoryPlaces): Promise<MemoryNote | undefined>
  /** `AppError('memory.not_found')`. */
  show(at: { level: MemoryLevel; file: string }, places: MemoryPlaces): Promise<MemoryNote>
  /** Makes a note or replaces the one of that type and title; with `file`, that one. `AppError('memory.*')`. */
  save(note: NoteText & { file?: string | undefined }, places: MemoryPlaces): Promise<MemoryNote>
  /** `AppError('memory.not_found')`. */
  delete(at: { level: MemoryLevel; file: string }, places: MemoryPlaces): Promise<void>
}

export interface MemoryDeps {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly clock: Clock
  readonly locks: FileLocks
  readonly onChange: () => void
}

export function createMemory({ home, clock, locks, onChange }: MemoryDeps): Memory {
  const folder: Memory['folder'] = (level, { projectRoot }) => {
    if (level === 'user') return path.join(home, 'memory')
    if (projectRoot === undefined) throw new AppError('project.none')
    return path.join(projectRoot, '.mewcode', 'memory')
  }
  const read = async (level: MemoryLevel, file: string, places: MemoryPlaces): Promise<MemoryNote | undefined> => {
    const found = await readFileIn(folder(level, places), file)
    return found && readNote(found.bytes, { level, file, updatedAt: found.mtimeMs })
  }
  const find: Memory['find'] = async ({ level, file }, places) => (isNoteFile(file) ? read(level, file, places) : undefined)
  const show: Memory['show'] = async (at, places) => {
    const note = await find(at, places)
    if (!note) throw new AppError('memory.not_found', { params: { file: at.file } })
    return note
  }
  const remove = async (level: MemoryLevel, file: string, places: MemoryPlaces): Promise<void> => {
    await unlink(path.join(await realFolder(folder(level, places)), file)).catch((cause: unknown) => {
      throw new AppError(isMissing(cause) ? 'memory.not_found' : 'memory.unwritable', { params: { file }, cause })
    })
  }
  return {
    folder,
    async list(places) {
      const levels: readonly MemoryLevel[] = places.projectRoot === undefined ? ['user'] : ['project', 'user']
      const notes = await Promise.all(
        levels.map(async (level) => {
          const names = (await readdir(folder(level, places)).catch(() => [])).filter(isNoteFile).slice(0, MAX_NOTES)
          return Promise.all(names.map((file) => read(level, file, places)))
        }),
      )
      return notes
        .flat()
        .flatMap((note) => note ?? [])
        .sort((a, b) => b.updatedAt - a.updatedAt || a.file.localeCompare(b.file))
    },
    find,
    show,
    async save({ level, file, ...text }, places) {
      if (file !== undefined) await show({ level, file }, places)
      const target = noteFile(text.type, text.title)
      const place = folder(level, places)
      return locks.hold(place, async () => {
        const before = await readFileIn(place, file ?? target)
        const today = new Date(clock.now()).toISOString().slice(0, 10)
        const bytes = Buffer.from(writeNote(text, (before && createdOf(before.bytes)) ?? today))
        await writeIn(level === 'project' ? places.projectRoot : home, place, { file: target, bytes })
        if (file !== undefined && file !== target) await remove(level, file, places)
        onChange()
        return show({ level, file: target }, places)
      })
    },
    async delete({ level, file }, places) {
      await show({ level, file }, places)
      await remove(level, file, places)
      onChange()
    },
  }
}

/** A link in place of a note leads elsewhere: it is no note. */
async function readFileIn(folder: string, file: string): Promise<{ bytes: Buffer; mtimeMs: number } | undefined> {
  const full = path.join(folder, file)
  const real = await realpath(full).catch(() => undefined)
  if (real === undefined || real !== path.join(await realFolder(folder), file)) return undefined
  const opened = await openRegularFile(real).catch(() => undefined)
  if (!opened) return undefined
  try {
    if (opened.stats.size > MAX_NOTE_BYTES) return undefined
    return { bytes: await opened.handle.readFile(), mtimeMs: opened.stats.mtimeMs }
  } finally {
    await opened.handle.close()
  }
}

/** Never through a link out of `owner`: a repository could bring one. */
async function writeIn(owner: string | undefined, folder: string, { file, bytes }: { file: string; bytes: Uint8Array }): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const real = await realpath(folder)
    const wanted = owner === undefined ? folder : path.join(await realpath(owner), path.relative(owner, folder))
    const target = path.join(real, file)
    const isOwn = real === wanted && (await realpath(target).catch(() => target)) === target
    if (!isOwn) throw new AppError('memory.link', { params: { path: folder } })
    await writeFileAtomic(target, bytes, { mode: 0o600 })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('memory.unwritable', { params: { file }, cause })
  }
}

function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
