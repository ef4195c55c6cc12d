import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Part } from '@a2a-js/sdk'
import { writeFileAtomic } from '../platform/index.ts'

const MAX_NAME = 80

/**
 * What parts say, as text: a file is kept in `folder` and told by its path, a link stays a link, data is shown as JSON. Texts that
 * follow each other are one: a streamed artifact comes in such pieces.
 */
export async function textOf(parts: readonly Part[], folder: string): Promise<string> {
  let whole = ''
  let wasText = true
  for (const part of parts) {
    const text = await oneText(part, folder)
    const isText = part.content?.$case === 'text'
    whole += whole !== '' && text !== '' && !(isText && wasText) ? `\n\n${text}` : text
    wasText = isText
  }
  return whole
}

async function oneText({ content, filename, mediaType }: Part, folder: string): Promise<string> {
  switch (content?.$case) {
    case 'text':
      return content.value
    case 'data':
      return `\`\`\`json\n${JSON.stringify(content.value, undefined, 2)}\n\`\`\``
    case 'url':
      return `[${oneLine(filename) || 'file'}: ${oneLine(content.value)}]`
    case 'raw': {
      const file = await keep(content.value, filename, folder)
      return `[${oneLine(filename) || 'file'} (${oneLine(mediaType) || 'unknown type'}, ${content.value.length} bytes): ${file}]`
    }
    case undefined:
      return ''
  }
}

/** Under a name of our own making: the other side's may lead anywhere. */
async function keep(bytes: Uint8Array, filename: string, folder: string): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const name = path
    .basename(filename.replaceAll('\\', '/'))
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-MAX_NAME)
  const file = path.join(folder, `${hash}-${name || 'file'}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, bytes, { mode: 0o600 })
  return file
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 500)
}
