/** PNG pictures by their width. */
type Pictures = ReadonlyMap<number, Buffer>

/** Windows' icon file, up to 256 pixels. */
export function ico(pictures: Pictures): Buffer {
  const chosen = [...pictures].filter(([size]) => size <= 256)
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(chosen.length, 4)
  let at = header.length + 16 * chosen.length
  const entries = chosen.map(([size, picture]) => {
    const entry = Buffer.alloc(16)
    // One byte a side: 256 is written as 0.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(at, 12)
    at += picture.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...chosen.map(([, picture]) => picture)])
}

/** The kinds that hold PNG, by width; a Mac takes the double size for its fine screens. */
const KINDS: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** A Mac's icon file. */
export function icns(pictures: Pictures): Buffer {
  const parts = [...pictures].flatMap(([size, picture]) => (KINDS[size] ?? []).map((kind) => part(kind, picture)))
  return part('icns', Buffer.concat(parts))
}

function part(kind: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.write(kind, 'latin1')
  header.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([header, content])
}
