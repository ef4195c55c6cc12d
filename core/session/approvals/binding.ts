import { createHash } from 'node:crypto'
import path from 'node:path'
import type { RunnableCall } from '../../agent/index.ts'
import { linkTarget, openRegularFile } from '../../platform/index.ts'
import type { LiveSession } from '../live-session.ts'

/** Bytes. A larger file cannot be edited; its size and time stand for its content. */
const MAX_HASHED = 20 * 1024 * 1024

/** What an approval was asked for. */
export interface Binding {
  /** SHA-256 over the tool, its exact arguments, and where each file it would write leads and what is there. */
  readonly hash: string
  /** Of those files, what the session knew to be in them: the tool asks for it, and a restart forgets it. */
  readonly seen: readonly (readonly [realPath: string, sha256: string])[]
}

/** What the call would do now. */
export async function bindingOf({ workRoot, seen }: Pick<LiveSession, 'workRoot' | 'seen'>, call: RunnableCall): Promise<Binding> {
  const { tool, input } = call
  const files = tool.category === 'write' ? tool.paths(input).map((file) => path.resolve(workRoot, file)) : []
  const states = await Promise.all(files.map(stateOf))
  return {
    hash: sha256(JSON.stringify([tool.name, input, states])),
    seen: states.flatMap(([target]) => {
      const known = seen.get(target)
      return known === undefined ? [] : [[target, known] as const]
    }),
  }
}

/** Where the path leads and what is there. Never reads a pipe or a device, nor what is too large to be edited. */
async function stateOf(absolute: string): Promise<[target: string, content: string]> {
  const target = await linkTarget(absolute).catch(() => 'nowhere')
  const file = await openRegularFile(absolute).catch(() => undefined)
  if (!file) return [target, 'absent']
  try {
    const { size, mtimeMs } = file.stats
    return [target, size > MAX_HASHED ? `${size} ${mtimeMs}` : sha256(await file.handle.readFile())]
  } finally {
    await file.handle.close()
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
