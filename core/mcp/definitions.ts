import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Logger } from '../platform/platform.ts'
import { writeFileAtomic, type FileLocks } from '../platform/index.ts'

/** Definitions of tools as somebody last saw them, by server and tool. They outlive the program. */
export interface Definitions {
  /** Of one server; the answer is kept up to date by `keep`. */
  of(server: string): Promise<ReadonlyMap<string, string>>
  /** These are seen as they are now. A disk that refuses costs a question, nothing else. */
  keep(server: string, seen: ReadonlyMap<string, string>): Promise<void>
}

export interface DefinitionsDeps {
  /** Undefined: nowhere, for a program that leaves nothing behind. */
  readonly file: string | undefined
  readonly locks: FileLocks
  readonly log: Logger
}

const Kept = z.record(z.string(), z.record(z.string(), z.string()))

export function createDefinitions({ file, locks, log }: DefinitionsDeps): Definitions {
  const known = new Map<string, Map<string, string>>()
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    for (const [server, tools] of Object.entries(await read(file))) known.set(server, new Map(Object.entries(tools)))
  }

  async function of(server: string): Promise<Map<string, string>> {
    await (loading ??= load())
    const found = known.get(server) ?? new Map<string, string>()
    known.set(server, found)
    return found
  }

  return {
    of,
    async keep(server, seen) {
      const mine = await of(server)
      for (const [tool, text] of seen) mine.set(tool, text)
      if (file === undefined || seen.size === 0) return
      await locks.hold(file, async () => {
        // Another window may have written since: what it saw stays.
        const all = await read(file)
        const merged = { ...all, [server]: { ...all[server], ...Object.fromEntries(seen) } }
        await save(file, merged).catch((error: unknown) => log.log('warn', 'mcp', 'definitions not written', { detail: String(error) }))
      })
    },
  }
}

async function read(file: string | undefined): Promise<z.output<typeof Kept>> {
  if (file === undefined) return {}
  const text = await readFile(file, 'utf8').catch(() => '')
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    // None yet, or one that cannot be read: every tool counts as seen for the first time.
    return {}
  }
}

async function save(file: string, all: z.output<typeof Kept>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, Buffer.from(`${JSON.stringify(all)}\n`), { mode: 0o600 })
}
