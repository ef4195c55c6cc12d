import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeFileAtomic, type FileLocks } from '../platform/index.ts'
import type { Logger } from '../platform/platform.ts'

export interface KeptFileDeps {
  /** Undefined: nowhere, for a program that leaves nothing behind. */
  readonly file: string | undefined
  readonly locks: FileLocks
  readonly log: Logger
}

/** Texts by two names in a file that several windows write to. One that cannot be read is empty; a disk that refuses is logged. */
export interface KeptFile {
  of(first: string): Promise<ReadonlyMap<string, string>>
  /** Lays these over what is there. */
  keep(first: string, texts: ReadonlyMap<string, string>): Promise<void>
}

const Content = z.record(z.string(), z.record(z.string(), z.string()))
type Content = z.output<typeof Content>

export function createKeptFile({ file, locks, log }: KeptFileDeps): KeptFile {
  const known = new Map<string, Map<string, string>>()
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    for (const [first, texts] of Object.entries(await read(file))) known.set(first, new Map(Object.entries(texts)))
  }

  async function of(first: string): Promise<Map<string, string>> {
    await (loading ??= load())
    const found = known.get(first) ?? new Map<string, string>()
    known.set(first, found)
    return found
  }

  return {
    of,
    async keep(first, texts) {
      const mine = await of(first)
      for (const [second, text] of texts) mine.set(second, text)
      if (file === undefined || texts.size === 0) return
      await locks.hold(file, async () => {
        // Another window may have written since: what it kept stays.
        const all = await read(file)
        const merged = { ...all, [first]: { ...all[first], ...Object.fromEntries(texts) } }
        await save(file, merged).catch((error: unknown) => log.log('warn', 'mcp', 'not kept', { file, detail: String(error) }))
      })
    },
  }
}

async function read(file: string | undefined): Promise<Content> {
  if (file === undefined) return {}
  const text = await readFile(file, 'utf8').catch(() => '')
  try {
    return Content.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

async function save(file: string, content: Content): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, Buffer.from(`${JSON.stringify(content)}\n`), { mode: 0o600 })
}
