import type { MemoryNote } from '../contract/memory.ts'
import { oneLine } from './note.ts'

/** Bytes of the whole index. */
const INDEX_BYTES = 25 * 1024
/** Characters of a note that stand in the index; most notes are not longer. */
const SHOWN_CHARS = 400

export interface MemoryLine {
  readonly level: MemoryNote['level']
  readonly file: string
  /** `- <level>/<file>: [<type>] <title>: <content>`; one line. */
  readonly text: string
}

/** One line a file, newest first, until the room is used up; `left` notes have none. */
export function memoryLines(notes: readonly MemoryNote[]): { lines: MemoryLine[]; left: number } {
  const lines: MemoryLine[] = []
  let room = INDEX_BYTES
  for (const { level, file, type, title, content } of notes) {
    const said = oneLine(content)
    const shown = said.length > SHOWN_CHARS ? `${said.slice(0, SHOWN_CHARS)}… (more in the file)` : said
    const text = `- ${level}/${file}: [${type}] ${title}: ${shown}`.toWellFormed()
    room -= Buffer.byteLength(text) + 1
    if (room < 0) break
    lines.push({ level, file, text })
  }
  return { lines, left: notes.length - lines.length }
}
