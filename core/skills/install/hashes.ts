import { createHash } from 'node:crypto'

/** By path from the skill's folder. */
export type FileHashes = Readonly<Record<string, string>>

/** SHA-256 of a file; of text with its line ends as LF, since checkouts change those. */
export function fileHash(bytes: Buffer): string {
  const isText = !bytes.includes(0)
  const counted = isText ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes
  return createHash('sha256').update(counted).digest('hex')
}

/** One hash for a whole folder. */
export function treeHash(files: FileHashes): string {
  const hash = createHash('sha256')
  for (const path of Object.keys(files).sort()) hash.update(`${path}\0${files[path]}\n`)
  return hash.digest('hex')
}
