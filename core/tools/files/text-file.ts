import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { openRegularFile } from '../../platform/index.ts'
import { limits } from '../limits.ts'
import { decodeText, type DecodedText } from '../text/encoding.ts'
import { ToolFailure, type ToolContext } from '../types.ts'
import { contentHash } from './content-hash.ts'
import { locate, type Located } from './locate.ts'
import { errorCode, fileFailure } from './missing.ts'

/** A text file as it stands on the disk. */
export interface TextFile extends DecodedText {
  readonly real: string
  readonly sha256: string
}

/** Reads a file that is to be changed; undefined when there is none. Refuses what would not survive being written back. */
export async function loadTextFile({ absolute, shown }: Located): Promise<TextFile | undefined> {
  const bytes = await readBytes(absolute, shown)
  if (!bytes) return undefined
  const decoded = await decodeText(bytes.content)
  if (!decoded) throw new ToolFailure(`${shown} is not text in an encoding that can be written back unchanged; it was left alone.`)
  return { ...decoded, real: bytes.real, sha256: contentHash(bytes.content) }
}

/** Refuses a change to something the session has not seen as it is now. */
export function requireSeen(file: TextFile, { shown }: Located, context: ToolContext): void {
  const seen = context.seen.get(file.real)
  if (seen === undefined) throw new ToolFailure(`${shown} has not been read in this session. Read it with read_file first.`)
  if (seen !== file.sha256) throw new ToolFailure(`${shown} has changed since it was read. Read it again, then redo the change.`)
}

/**
 * What a change of this file of the project fails with whatever a person says: it was not seen. Nothing is said of a place outside,
 * nor of what else would fail: whoever is asked has not allowed a look there yet.
 */
export async function unseenFailure(path: string, context: ToolContext): Promise<ToolFailure | undefined> {
  const located = locate(path, context.projectRoot)
  if (isAbsolute(located.shown)) return undefined
  const file = await loadTextFile(located).catch((error: unknown) => {
    if (!(error instanceof ToolFailure)) throw error
  })
  try {
    if (file) requireSeen(file, located, context)
  } catch (error) {
    if (error instanceof ToolFailure) return error
    throw error
  }
}

async function readBytes(absolute: string, shown: string): Promise<{ content: Buffer; real: string } | undefined> {
  try {
    const real = await realpath(absolute)
    const file = await openRegularFile(real)
    if (!file) throw new ToolFailure(`${shown} is not a regular file.`)
    try {
      if (file.stats.size > limits.edit.bytes) {
        throw new ToolFailure(`${shown} has ${file.stats.size} bytes; files over ${limits.edit.bytes} bytes are changed with bash.`)
      }
      return { content: await file.handle.readFile(), real }
    } finally {
      await file.handle.close()
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw fileFailure(error, shown) ?? error
  }
}
