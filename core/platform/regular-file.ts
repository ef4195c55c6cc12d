import { constants, type Stats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

export interface OpenedFile {
  readonly handle: FileHandle
  readonly stats: Stats
}

/**
 * Opens for reading without ever blocking: a FIFO or a device put where a file was expected answers `undefined`
 * instead of hanging. Checked on the open handle, so nothing can be swapped in between.
 */
export async function openRegularFile(path: string): Promise<OpenedFile | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stats = await handle.stat()
  if (stats.isFile()) return { handle, stats }
  await handle.close()
  return undefined
}

/** The first `maxBytes` of a regular file as UTF-8; undefined when there is none. */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | undefined> {
  const opened = await openRegularFile(path).catch(() => undefined)
  if (!opened) return undefined
  try {
    const buffer = Buffer.alloc(maxBytes)
    const { bytesRead } = await opened.handle.read(buffer, 0, maxBytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await opened.handle.close()
  }
}
