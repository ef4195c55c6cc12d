import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'

/** Of one session. The oldest go first: what is read again is mostly new. */
const SESSION_BYTES = 500 * 1024 * 1024

interface SpillFile {
  readonly path: string
  readonly size: number
  readonly modifiedMs: number
}

/** Keeps a whole result beside the session; answers its place. */
export async function keepResult(sessionDir: string, { toolCallId, text }: { toolCallId: string; text: string }): Promise<string> {
  const folder = spillFolder(sessionDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // The id is the model's word, and some servers use one again.
  const file = path.join(folder, `${toolCallId.replaceAll(/[^\w-]/g, '_').slice(0, 60)}-${newId()}.txt`)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' })
  return file
}

/** Deletes the oldest spilled results of a session beyond its share of the disk. */
export async function makeSpillRoom(sessionDir: string, most = SESSION_BYTES): Promise<void> {
  const files = (await filesIn(spillFolder(sessionDir))).toSorted((a, b) => b.modifiedMs - a.modifiedMs)
  let bytes = 0
  for (const [index, file] of files.entries()) {
    bytes += file.size
    // The newest was made just now, for an answer that names it.
    if (bytes > most && index > 0) await rm(file.path, { force: true })
  }
}

function spillFolder(sessionDir: string): string {
  return path.join(sessionDir, 'spill')
}

async function filesIn(folder: string): Promise<SpillFile[]> {
  const files = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const file = path.join(folder, name)
      const facts = await stat(file).catch(() => undefined)
      return facts?.isFile() ? [{ path: file, size: facts.size, modifiedMs: facts.mtimeMs }] : []
    }),
  )
  return files.flat()
}

/** None where there is no such folder. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  })
}
