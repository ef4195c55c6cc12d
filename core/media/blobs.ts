import { createHash } from 'node:crypto'
import { mkdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { writeFileAtomic } from '../platform/index.ts'

/** Bytes of a kept image or document in base64; undefined when they are gone. */
export type BlobReader = (blobId: string) => Promise<string | undefined>

/** Keeps bytes with a session, once for equal bytes; answers the id they are found by. */
export async function keepBlob(sessionDir: string, bytes: Uint8Array): Promise<string> {
  const blobId = createHash('sha256').update(bytes).digest('hex')
  const file = blobFile(sessionDir, blobId)
  const kept = await stat(file).catch(() => undefined)
  if (kept?.isFile() && kept.size === bytes.length) return blobId
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, bytes, { mode: 0o600 })
  return blobId
}

/** Undefined for bytes that are not there, and for an id that is none. */
export async function readBlob(sessionDir: string, blobId: string): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{64}$/.test(blobId)) return undefined
  return readFile(blobFile(sessionDir, blobId)).catch(() => undefined)
}

/** For one turn: each of its requests sends the same images again. Holds at most `cacheChars` of base64. */
export function createBlobReader(sessionDir: string, { cacheChars = 64 * 1024 * 1024 }: { cacheChars?: number } = {}): BlobReader {
  const cache = new Map<string, string>()
  let held = 0
  return async (blobId) => {
    const known = cache.get(blobId)
    if (known !== undefined) return known
    const data = (await readBlob(sessionDir, blobId))?.toString('base64')
    if (data === undefined || held + data.length > cacheChars) return data
    // Two reads at once may have ended here.
    if (!cache.has(blobId)) held += data.length
    cache.set(blobId, data)
    return data
  }
}

function blobFile(sessionDir: string, blobId: string): string {
  return path.join(sessionDir, 'blobs', blobId)
}
