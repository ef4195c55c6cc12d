import { MemoryType, type MemoryLevel, type MemoryNote } from '../contract/memory.ts'
import { asText, readFrontmatter } from '../frontmatter/index.ts'

interface NoteFacts {
  readonly level: MemoryLevel
  readonly file: string
  readonly updatedAt: number
}

/** A note from its file. The name says the type; what a person wrote by hand needs no frontmatter. */
export function readNote(bytes: Uint8Array, { level, file, updatedAt }: NoteFacts): MemoryNote | undefined {
  const { values, body, isText } = readFrontmatter(bytes)
  const type = MemoryType.options.find((one) => file.startsWith(`${one}_`))
  const content = body.trim()
  if (!isText || type === undefined || content === '') return undefined
  const title = asText(values['title']) || file.slice(type.length + 1, -'.md'.length).replaceAll('-', ' ')
  return { level, file, type, title: oneLine(title).slice(0, 120), updatedAt, size: bytes.length, content }
}

export function writeNote({ type, title, content }: { type: MemoryType; title: string; content: string }, created: string): string {
  return `---\ntype: ${type}\ntitle: ${JSON.stringify(oneLine(title))}\ncreated: ${created}\n---\n\n${content.trim()}\n`
}

/** The day a note was first written, as it stands in the file. */
export function createdOf(bytes: Uint8Array): string | undefined {
  return asText(readFrontmatter(bytes).values['created'])?.slice(0, 10)
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
