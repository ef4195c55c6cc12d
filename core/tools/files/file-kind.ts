/** What a file that is not text seems to be, in words. `media`: what can be looked at all the same. */
export interface FileKind {
  readonly words: string
  readonly media: 'image' | 'pdf' | undefined
}

interface Signature {
  readonly at: number
  readonly bytes: string
  readonly words: string
  readonly media?: 'image' | 'pdf'
}

const SIGNATURES: readonly Signature[] = [
  { at: 0, bytes: '\x89PNG\r\n', words: 'a PNG image', media: 'image' },
  { at: 0, bytes: '\xff\xd8\xff', words: 'a JPEG image', media: 'image' },
  { at: 0, bytes: 'GIF8', words: 'a GIF image', media: 'image' },
  { at: 8, bytes: 'WEBP', words: 'a WebP image', media: 'image' },
  { at: 0, bytes: '%PDF-', words: 'a PDF document', media: 'pdf' },
  { at: 0, bytes: 'PK\x03\x04', words: 'a ZIP archive (or an Office document)' },
  { at: 0, bytes: '\x1f\x8b', words: 'gzip data' },
  { at: 0, bytes: 'BZh', words: 'bzip2 data' },
  { at: 0, bytes: '\xfd7zXZ', words: 'xz data' },
  { at: 0, bytes: '(\xb5/\xfd', words: 'zstd data' },
  { at: 0, bytes: '7z\xbc\xaf', words: 'a 7-Zip archive' },
  { at: 0, bytes: '\x7fELF', words: 'an ELF program or library' },
  { at: 0, bytes: '\xcf\xfa\xed\xfe', words: 'a Mach-O program or library' },
  { at: 0, bytes: '\xca\xfe\xba\xbe', words: 'a Java class or a universal Mach-O file' },
  { at: 0, bytes: 'MZ', words: 'a Windows program or library' },
  { at: 0, bytes: '\0asm', words: 'a WebAssembly module' },
  { at: 0, bytes: 'SQLite format 3\0', words: 'an SQLite database' },
  { at: 4, bytes: 'ftyp', words: 'an MP4 or HEIF file' },
  { at: 0, bytes: 'ID3', words: 'an MP3 file' },
  { at: 0, bytes: 'OggS', words: 'an Ogg file' },
  { at: 0, bytes: 'wOF2', words: 'a WOFF2 font' },
  { at: 0, bytes: '\0\x01\0\0', words: 'a TrueType font' },
]

/** Judged by the first bytes, not by the name. Undefined when no signature fits. */
export function fileKind(head: Buffer): FileKind | undefined {
  const text = head.toString('latin1', 0, 32)
  const found = SIGNATURES.find(({ at, bytes }) => text.startsWith(bytes, at))
  // Text may begin with these letters too.
  if (!found || (/^[\x20-\x7e]+$/.test(found.bytes) && !found.media && !head.subarray(0, 512).some((byte) => byte < 9))) return undefined
  return { words: found.words, media: found.media }
}
