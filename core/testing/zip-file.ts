import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly path: string
  readonly content: string | Buffer
  /** Unix mode with the kind of file; a link is 0o120777. */
  readonly mode?: number
  /** What the archive says of its size, where that is a lie. */
  readonly announced?: number
}

/** Packed once: an archive of very many empty files is made in no time. */
const nothing = deflateRawSync(Buffer.alloc(0))

/** A zip archive, honest or not. */
export function zipFile(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { path, content, mode = 0o100644, announced } of entries) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = bytes.length === 0 ? nothing : deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(announced ?? bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('504b0304', 'hex'), facts, name, packed)
    const after = Buffer.alloc(14)
    after.writeUInt32LE(mode * 0x10000, 6)
    after.writeUInt32LE(at, 10)
    central.push(Buffer.from('504b01021e03', 'hex'), facts, after, name)
    at += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
