import { createHash } from 'node:crypto'
import { TextDecoder } from 'node:util'
import type { OpenedFile } from '../../platform/index.ts'
import { contentHash } from '../files/content-hash.ts'
import { limits } from '../limits.ts'
import { bomLength, decodeText, detectForm, type Encoding } from '../text/encoding.ts'
import { createLineWindow, type ReadWindow } from './line-window.ts'

export interface ReadText {
  readonly window: ReadWindow
  /** `unknown`: shown as well as it goes, and not to be edited. */
  readonly encoding: Encoding | 'unknown'
  /** Of all bytes; undefined when the file was too large to be read to its end. */
  readonly sha256: string | undefined
  /** The end was not reached: `totalLines` is what was counted so far. */
  readonly partial: boolean
}

export interface ReadRange {
  readonly offset: number
  readonly limit: number
  readonly signal: AbortSignal
}

const CHUNK = 256 * 1024

/** The asked lines of an open file; undefined when it is not text. Memory stays bounded whatever the size. */
export async function readText(file: OpenedFile, range: ReadRange): Promise<ReadText | undefined> {
  // A file without a size (under /proc, or growing) is read like a large one.
  if (file.stats.size > limits.read.wholeBytes || file.stats.size === 0) return streamText(file, range)
  const bytes = await file.handle.readFile()
  const decoded = (await decodeText(bytes)) ?? decodeRoughly(bytes)
  if (!decoded) return undefined
  const window = createLineWindow(range)
  // Only old Macintosh files end their lines with `\r` alone.
  window.add(decoded.text.includes('\n') ? decoded.text : decoded.text.replaceAll('\r', '\n'))
  return { window: window.end(), encoding: decoded.encoding, sha256: contentHash(bytes), partial: false }
}

/** Text in a charset we do not write (Shift_JIS, Big5 …): its plain letters are right, and nothing is lost by looking. */
function decodeRoughly(bytes: Buffer): { text: string; encoding: 'unknown' } | undefined {
  return detectForm(bytes) && { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'unknown' }
}

async function streamText({ handle }: OpenedFile, range: ReadRange): Promise<ReadText | undefined> {
  const hash = createHash('sha256')
  const window = createLineWindow(range)
  const buffer = Buffer.alloc(CHUNK)
  let decoder: TextDecoder | undefined
  let encoding: Encoding = 'utf-8'
  let position = 0
  for (;;) {
    range.signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position)
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    let skip = 0
    if (!decoder) {
      const form = detectForm(chunk, { beginningOnly: true })
      if (!form) return undefined
      encoding = form.encoding
      skip = bomLength(form)
      decoder = new TextDecoder(encoding)
    }
    hash.update(chunk)
    window.add(decoder.decode(chunk.subarray(skip), { stream: true }))
    position += bytesRead
    if (position >= limits.read.scanBytes) return { window: window.end(), encoding, sha256: undefined, partial: true }
  }
  window.add(decoder?.decode() ?? '')
  return { window: window.end(), encoding, sha256: hash.digest('hex'), partial: false }
}
