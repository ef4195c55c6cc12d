import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Part } from '@a2a-js/sdk'
import { writeFileAtomic } from '../platform/index.ts'

const MAX_NAME = 80
/** Of one answer; files past it are told of and not kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024

/** Keeps a file and answers its path; undefined: there is too much already. */
type KeepFile = (bytes: Uint8Array, filename: string) => Promise<string | undefined>

/** Keeps the files of one answer; one that is sent again, as a later look at the task does, counts once. */
export function createFileKeeper(folder: string): KeepFile {
  const kept = new Set<string>()
  let total = 0
  return async (bytes, filename) => {
    if (bytes.length > MAX_KEPT_BYTES) return undefined
    const file = path.join(folder, ownName(bytes, filename))
    if (kept.has(file)) return file
    if (total + bytes.length > MAX_KEPT_BYTES) return undefined
    total += bytes.length
    kept.add(file)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, bytes, { mode: 0o600 })
    return file
  }
}

/**
 * What parts say, as text: a file is kept by `keep` and told by its path, a link stays a link, data is shown as JSON. Texts that
 * follow each other are one: a streamed artifact comes in such pieces.
 */
export async function textOf(parts: readonly Part[], keep: KeepFile): Promise<string> {
  let whole = ''
  let wasText = true
  for (const part of parts) {
    const text = await oneText(part, keep)
    const isText = part.content?.$case === 'text'
    whole += whole !== '' && text !== '' && !(isText && wasText) ? `\n\n${text}` : text
    wasText = isText
  }
  return whole
}

async function oneText({ content, filename, mediaType }: Part, keep: KeepFile): Promise<string> {
  switch (content?.$case) {
    case 'text':
      return content.value
    case 'data':
      return `\`\`\`json\n${JSON.stringify(content.value, undefined, 2)}\n\`\`\``
    case 'url':
      return `[${oneLine(filename) || 'file'}: ${oneLine(content.value)}]`
    case 'raw': {
      const file = (await keep(content.value, filename)) ?? 'not kept, too large'
      return `[${oneLine(filename) || 'file'} (${oneLine(mediaType) || 'unknown type'}, ${content.value.length} bytes): ${file}]`
    }
    case undefined:
      return ''
  }
}

/** A name of our own making: the other side's may lead anywhere. */
function ownName(bytes: Uint8Array, filename: string): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const name = path
    .basename(filename.replaceAll('\\', '/'))
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-MAX_NAME)
  return `${hash}-${name || 'file'}`
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 500)
}
