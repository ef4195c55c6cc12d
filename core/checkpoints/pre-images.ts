import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { contentHash } from '../tools/index.ts'
import { limits } from './limits.ts'

const FOLDER = 'pre-images'
const COMPRESSED = '.zst'

/**
 * Keeps contents under their SHA-256 in the session's folder; on return they are on the disk. The same content is kept once.
 * Rejects with the system's error.
 */
export async function keepPreImage(sessionDir: string, bytes: Uint8Array, hash: string): Promise<void> {
  const folder = join(sessionDir, FOLDER)
  const known = await findPreImage(folder, hash)
  if (known !== undefined) {
    // Used again: the sweep goes by age.
    const now = new Date()
    return utimes(known, now, now)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const packed = await compressed(bytes)
  const temp = join(folder, `${hash}.${randomBytes(6).toString('hex')}.tmp`)
  const handle = await open(temp, 'wx', 0o600)
  try {
    await handle.writeFile(packed ?? bytes)
    await handle.sync()
  } catch (error) {
    await rm(temp, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(temp, join(folder, packed ? hash + COMPRESSED : hash))
}

/** Undefined when it is no longer kept, or not whole. */
export async function readPreImage(sessionDir: string, hash: string): Promise<Buffer | undefined> {
  const path = await findPreImage(join(sessionDir, FOLDER), hash)
  if (path === undefined) return undefined
  const kept = await readFile(path)
  const bytes = path.endsWith(COMPRESSED) ? await promisify(zlib.zstdDecompress)(kept).catch(() => undefined) : kept
  return bytes && contentHash(bytes) === hash ? bytes : undefined
}

export async function hasPreImage(sessionDir: string, hash: string): Promise<boolean> {
  return (await findPreImage(join(sessionDir, FOLDER), hash)) !== undefined
}

async function findPreImage(folder: string, hash: string): Promise<string | undefined> {
  for (const name of [hash + COMPRESSED, hash]) {
    const path = join(folder, name)
    if (await stat(path).catch(() => undefined)) return path
  }
  return undefined
}

/** Undefined where it does not pay, or where Node is older than its zstd. */
async function compressed(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (bytes.length < limits.compressedFromBytes || !('zstdCompress' in zlib)) return undefined
  const packed = await promisify(zlib.zstdCompress)(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } })
  return packed.length < bytes.length ? packed : undefined
}
