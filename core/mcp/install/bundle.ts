import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { newId } from '../../base/ids.ts'
import { AppError } from '../../contract/errors.ts'
import { bad, readManifest } from './manifest.ts'
import type { Source } from './offers.ts'
import { serverName } from './server-name.ts'

export const bundleLimits = {
  /** Of the packed file. */
  fileBytes: 256 * 1024 * 1024,
  bytes: 1024 * 1024 * 1024,
  manifestBytes: 1024 * 1024,
  files: 30_000,
} as const
const LINK = 0o120000
const KIND = 0o170000

interface Place {
  /** `MEWCODE_HOME`. */
  readonly home: string
  readonly userHome: string
  readonly platform: string
}

/** Bundles are unpacked here, a folder each; `mcp remove` takes an entry out of its file, and its folder with it. */
export function bundlesFolder(home: string): string {
  return path.join(home, 'mcp', 'bundles')
}

/**
 * A `.mcpb` or `.dxt` file: its manifest read, nothing unpacked yet. `AppError('mcp.bad_bundle' | 'mcp.bundle_platform')`: also
 * for names that lead out of it, links, and files that are more than they say.
 */
export async function openBundle(bytes: Buffer, { name: fileName, home, userHome, platform }: Place & { name: string }): Promise<Source> {
  if (bytes.length > bundleLimits.fileBytes) throw bad(`> ${bundleLimits.fileBytes} bytes`)
  const { zip, entries } = await listFiles(bytes)
  const manifest = entries.find((entry) => entry.fileName === 'manifest.json')
  if (!manifest) throw bad('manifest.json')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const folder = path.join(bundlesFolder(home), `${serverName(fileName.replace(/\.(mcpb|dxt)$/i, ''))}-${hash}`)
  const found = readManifest(await readEntry(zip, manifest), { folder, userHome, platform })
  return {
    from: fileName,
    found: [found],
    settle: () => unpack(zip, entries, folder),
    drop: async () => zip.close(),
  }
}

async function listFiles(bytes: Buffer): Promise<{ zip: ZipFile; entries: Entry[] }> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
    const entries: Entry[] = []
    const names = new Set<string>()
    let total = 0
    for await (const entry of zip.eachEntry()) {
      const key = entry.fileName.toLowerCase()
      if (entry.fileName.endsWith('/')) continue
      if (names.has(key)) throw bad(`${entry.fileName} ×2`)
      if (((entry.externalFileAttributes >>> 16) & KIND) === LINK) throw bad(`${entry.fileName} → …`)
      if (entry.isEncrypted()) throw bad(`${entry.fileName}: encrypted`)
      names.add(key)
      entries.push(entry)
      total += entry.uncompressedSize
      if (entries.length > bundleLimits.files || total > bundleLimits.bytes)
        throw bad(`> ${bundleLimits.files} files, ${bundleLimits.bytes} bytes`)
    }
    return { zip, entries }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw bad(error instanceof Error ? error.message : String(error), error)
  }
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > bundleLimits.manifestBytes) throw bad(`${entry.fileName}: > ${bundleLimits.manifestBytes} bytes`)
  const chunks: Buffer[] = []
  // The reader ends with an error when more comes than was announced.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

/** Beside its place first, then moved there whole. The same bundle once more is the same folder. */
async function unpack(zip: ZipFile, entries: readonly Entry[], folder: string): Promise<void> {
  const staging = path.join(path.dirname(folder), `.${newId(Date.now())}`)
  try {
    for (const entry of entries) {
      const target = path.join(staging, entry.fileName)
      if (!target.startsWith(staging + path.sep)) throw bad(entry.fileName)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const isExecutable = ((entry.externalFileAttributes >>> 16) & 0o100) !== 0
      const written = createWriteStream(target, { flags: 'wx', mode: isExecutable ? 0o700 : 0o600 })
      await pipeline(await zip.openReadStreamPromise(entry), written)
    }
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw bad(error instanceof Error ? error.message : String(error), error)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
