import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { readSmallFile, writeFileAtomic } from '../platform/index.ts'

const KeptTask = z.object({
  contextId: z.string(),
  /** Empty: the other side answered without a task. */
  taskId: z.string(),
  /** It has not ended over there, as far as is known here. */
  isOpen: z.boolean(),
})
export type KeptTask = z.output<typeof KeptTask>

const MAX_BYTES = 10_000

/** What a conversation with a remote agent is known by over there. It outlives this process, so that a lost task is taken up again. */
export interface TaskKeeper {
  read(): Promise<KeptTask | undefined>
  write(task: KeptTask): Promise<void>
}

/** In the folder of its session. */
export function createTaskKeeper(sessionDir: string): TaskKeeper {
  const file = path.join(sessionDir, 'remote.json')
  let last = ''
  return {
    async read() {
      const text = await readSmallFile(file, MAX_BYTES)
      const read = text === undefined ? undefined : KeptTask.safeParse(asJson(text))
      return read?.success ? read.data : undefined
    },
    async write(task) {
      const text = JSON.stringify(task)
      if (text === last) return
      await mkdir(sessionDir, { recursive: true, mode: 0o700 })
      await writeFileAtomic(file, Buffer.from(text), { mode: 0o600 })
      last = text
    },
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
