import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { limits } from '../limits.ts'

/** Keeps a whole output on disk, once it turns out to be too long to be shown. */
export interface Spill {
  add(text: string): Promise<void>
  /** What was added so far is in the file. */
  flush(): Promise<void>
  /** Closes the file and keeps it, or removes it. */
  end(options: { keep: boolean }): Promise<void>
  /** Output after the file's limit was dropped. */
  readonly isFull: boolean
}

export function createSpill(path: string): Spill {
  let handle: FileHandle | undefined
  let bytes = 0
  let waiting = ''

  const writeWaiting = async (): Promise<void> => {
    const room = limits.bash.spillBytes - bytes
    const text = waiting
    waiting = ''
    if (room <= 0 || text === '') return
    const chunk = Buffer.from(text, 'utf8').subarray(0, room)
    if (!handle) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      handle = await open(path, 'w', 0o600)
    }
    bytes += chunk.length
    await handle.writeFile(chunk)
  }
  // Both streams and those who look come at the same time; the file takes one piece after the other.
  let writing = Promise.resolve()
  const flush = (): Promise<void> => (writing = writing.then(writeWaiting))

  return {
    async add(text) {
      waiting += text
      // Short outputs never touch the disk.
      if (waiting.length > limits.bash.chars) await flush()
    },
    flush,
    async end({ keep }) {
      if (keep) await flush()
      await handle?.close()
      if (!keep && handle) await rm(path, { force: true })
    },
    get isFull() {
      return bytes >= limits.bash.spillBytes
    },
  }
}
