import { isUtf8 } from 'node:buffer'
import { isGb18030 } from './gb18030.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'latin1' | 'windows-1252'

/** How a text stands in its file. */
export interface TextForm {
  readonly encoding: Encoding
  /** The file starts with a byte order mark; it is not part of the text. */
  readonly bom: boolean
}

export interface DecodedText extends TextForm {
  readonly text: string
}

const BOMS: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** Decodes a file so that encoding the text again gives the same bytes; undefined for what is not text in any encoding we write. */
export async function decodeText(bytes: Buffer): Promise<DecodedText | undefined> {
  const form = detectForm(bytes)
  if (!form) return undefined
  const body = bytes.subarray(bomLength(form))
  const text = await decodeBody(body, form.encoding)
  if (text === undefined) return undefined
  if (form.encoding === 'utf-8') return { ...form, text }
  const again = await encodeText(text, form)
  return again?.equals(bytes) ? { ...form, text } : undefined
}

/** The bytes of `text` in the form of its file; undefined when a character does not exist in that encoding. */
export async function encodeText(text: string, { encoding, bom }: TextForm): Promise<Buffer | undefined> {
  const body = await encodeBody(text, encoding)
  const mark = bom ? BOMS.find((entry) => entry.encoding === encoding)?.bytes : undefined
  return body && mark ? Buffer.concat([Buffer.from(mark), body]) : body
}

/** Judges by the bytes given, which may be the beginning of a file: then cut characters at the end are forgiven. */
export function detectForm(bytes: Buffer, options: { beginningOnly?: boolean } = {}): TextForm | undefined {
  // UTF-32 starts like UTF-16 and is written by nobody's editor.
  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xfe && bytes[2] === 0 && bytes[3] === 0) return undefined
  const marked = BOMS.find((entry) => entry.bytes.every((byte, at) => bytes[at] === byte))
  if (marked) return { encoding: marked.encoding, bom: true }
  if (bytes.includes(0)) return unmarkedUtf16(bytes)
  if (options.beginningOnly ? beginsAsUtf8(bytes) : isUtf8(bytes)) return { encoding: 'utf-8', bom: false }
  if (hasControls(bytes)) return undefined
  if (isGb18030(bytes)) return { encoding: 'gb18030', bom: false }
  // 0x80–0x9F are letters and quotes in Windows-1252 and control characters in Latin-1.
  return { encoding: bytes.some((byte) => byte >= 0x80 && byte < 0xa0) ? 'windows-1252' : 'latin1', bom: false }
}

export function bomLength({ encoding, bom }: TextForm): number {
  return bom ? (BOMS.find((entry) => entry.encoding === encoding)?.bytes.length ?? 0) : 0
}

/** The last character may be cut. */
function beginsAsUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Western text in UTF-16 has a zero in every second byte, always on the same side. */
function unmarkedUtf16(bytes: Buffer): TextForm | undefined {
  const sample = bytes.subarray(0, 8_192 & ~1)
  let even = 0
  let odd = 0
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++
    if (sample[at + 1] === 0) odd++
  }
  const pairs = sample.length / 2
  if (even === 0 && odd > pairs * 0.4) return { encoding: 'utf-16le', bom: false }
  if (odd === 0 && even > pairs * 0.4) return { encoding: 'utf-16be', bom: false }
  return undefined
}

/** Control characters that no text holds: all but tab, line ends, form feed, backspace and escape. */
function hasControls(bytes: Buffer): boolean {
  return bytes.some((byte) => byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b)
}

async function decodeBody(body: Buffer, encoding: Encoding): Promise<string | undefined> {
  switch (encoding) {
    case 'utf-8':
      return isUtf8(body) ? body.toString('utf8') : undefined
    case 'utf-16le':
      return body.toString('utf16le')
    case 'utf-16be':
      return body.length % 2 === 0 ? Buffer.from(body).swap16().toString('utf16le') : undefined
    case 'latin1':
      return body.toString('latin1')
    case 'gb18030':
    case 'windows-1252':
      return (await tables()).decode(body, encoding, { stripBOM: false })
  }
}

async function encodeBody(text: string, encoding: Encoding): Promise<Buffer | undefined> {
  switch (encoding) {
    case 'utf-8':
      return text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16()
    case 'latin1':
      // A charset of one byte: anything above it would be cut to its low byte.
      return !/[\u0100-\uffff]/.test(text) ? Buffer.from(text, 'latin1') : undefined
    case 'gb18030':
    case 'windows-1252': {
      const iconv = await tables()
      const bytes = iconv.encode(text, encoding)
      return iconv.decode(bytes, encoding, { stripBOM: false }) === text ? bytes : undefined
    }
  }
}

/** The tables are large and most projects never need them. */
async function tables() {
  return (await import('iconv-lite')).default
}
