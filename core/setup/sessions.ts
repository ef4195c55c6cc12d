import { readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { SetupProduct } from '../contract/setup.ts'
import { readSmallFile } from '../platform/index.ts'
import { filesBelow } from './files.ts'
import { cannot, type Finder, type Found, type Place } from './types.ts'

const MAX_SESSIONS = 100
const MAX_BYTES = 256 * 1024 * 1024
/** What is looked at to tell whose and what it is. */
const HEAD_BYTES = 64 * 1024

interface SessionsDeps extends Place {
  /** Keeps a file as a session of a folder. */
  readonly keep: (file: { path: string; folder: string }) => Promise<void>
  /** A session of that folder began at that moment. */
  readonly isKept: (folder: string, createdAt: number) => boolean
}

/** The newest 100 of Claude Code; other products keep theirs in ways that are not read. */
export function findSessions({ userHome, keep, isKept }: SessionsDeps): Finder {
  return async () => {
    const files = await filesBelow(path.join(userHome, '.claude', 'projects'), (name) => name.endsWith('.jsonl'))
    const dated = await Promise.all(files.map(async (file) => ({ file, ...(await datesOf(file)) })))
    const newest = dated.toSorted((a, b) => b.mtimeMs - a.mtimeMs).slice(0, MAX_SESSIONS)
    const own = await Promise.all(newest.map(({ file, size }) => describe(file, size)))
    return [...own.flat(), ...(await unread(userHome))]
  }

  async function describe(file: string, size: number): Promise<Found[]> {
    const head = readHead((await readSmallFile(file, HEAD_BYTES)) ?? '')
    if (!head) return []
    const it = { product: 'claude-code' as const, kind: 'session' as const, name: head.title, path: file, content: `${head.cwd}\n${size}` }
    if (size > MAX_BYTES) {
      return [{ ...it, fate: cannot(new AppError('files.too_large', { params: { name: path.basename(file), limit: '256 MB' } })) }]
    }
    const folder = await realpath(head.cwd).catch(() => undefined)
    if (folder === undefined) return [{ ...it, fate: cannot(new AppError('project.missing', { params: { path: head.cwd } })) }]
    if (isKept(folder, head.createdAt)) return [{ ...it, fate: { state: 'there' } }]
    const bring = async (): Promise<'brought'> => {
      await keep({ path: file, folder })
      return 'brought'
    }
    return [{ ...it, fate: { state: 'new', bring } }]
  }
}

const Line = z.looseObject({
  type: z.string(),
  cwd: z.string().optional(),
  timestamp: z.string().optional(),
  isMeta: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  message: z.looseObject({ content: z.unknown() }).optional(),
})

interface Head {
  readonly cwd: string
  readonly title: string
  readonly createdAt: number
}

/** The first prompt says it all; undefined: nothing was asked in what was looked at. */
function readHead(text: string): Head | undefined {
  for (const line of text.split('\n')) {
    const read = Line.safeParse(parsed(line))
    if (!read.success) continue
    const { type, cwd, timestamp = '', isMeta, isSidechain, message } = read.data
    if (type !== 'user' || cwd === undefined || isMeta || isSidechain) continue
    const said = textOf(message?.content)
    if (said !== '') return { cwd, title: said.split('\n')[0]?.slice(0, 80) ?? '', createdAt: Date.parse(timestamp) || 0 }
  }
  return undefined
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The last line is cut, others may be spoilt.
    return undefined
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content.trim()
  const blocks = z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).safeParse(content)
  return blocks.data?.find(({ type }) => type === 'text')?.text?.trim() ?? ''
}

async function datesOf(file: string): Promise<{ mtimeMs: number; size: number }> {
  return stat(file).catch(() => ({ mtimeMs: 0, size: 0 }))
}

const OTHERS: readonly { readonly product: SetupProduct; readonly name: string; readonly at: string }[] = [
  { product: 'codex', name: 'Codex', at: '.codex/sessions' },
  { product: 'gemini', name: 'Gemini CLI', at: '.gemini/tmp' },
  { product: 'opencode', name: 'opencode', at: '.local/share/opencode/storage' },
]

async function unread(userHome: string): Promise<Found[]> {
  const found = await Promise.all(
    OTHERS.map(async ({ product, name, at }): Promise<Found[]> => {
      const folder = path.join(userHome, at)
      const entries = await readdir(folder).catch(() => [])
      if (entries.length === 0) return []
      const problem = new AppError('setup.sessions_unread', { params: { product: name } })
      return [{ product, kind: 'session', name: path.basename(folder), path: folder, content: '', fate: cannot(problem) }]
    }),
  )
  return found.flat()
}
