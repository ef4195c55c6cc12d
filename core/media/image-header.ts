import type { ImageBlock } from '../contract/common.ts'

export interface ImageHeader {
  readonly mediaType: ImageBlock['mediaType']
  /** Pixels as they are stored, before any turning. */
  readonly width: number
  readonly height: number
}

/** Kind and size by the first bytes alone, so that a small file that unpacks to gigabytes is seen before. Undefined: no image we know, or cut within its header. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes)
  return header && header.width > 0 && header.height > 0 ? header : undefined
}

function readPng(bytes: Buffer): ImageHeader | undefined {
  if (!starts(bytes, '\x89PNG\r\n\x1a\n') || bytes.length < 24 || !starts(bytes, 'IHDR', 12)) return undefined
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function readGif(bytes: Buffer): ImageHeader | undefined {
  if (!starts(bytes, 'GIF8') || bytes.length < 10) return undefined
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function readWebp(bytes: Buffer): ImageHeader | undefined {
  if (!starts(bytes, 'RIFF') || !starts(bytes, 'WEBP', 8) || bytes.length < 30) return undefined
  const mediaType = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21)
      return { mediaType, width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}

function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (!starts(bytes, '\xff\xd8\xff')) return undefined
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Filling bytes, and markers without a length.
    const isBare = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    at += marker === 0xff ? 1 : isBare ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Start of a frame, whatever its coding; 0xc4, 0xc8 and 0xcc in between are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function starts(bytes: Buffer, letters: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + letters.length) === letters
}
