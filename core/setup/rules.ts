import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { SetupProduct } from '../contract/setup.ts'
import { writeFileAtomic } from '../platform/index.ts'
import { readWhole } from './files.ts'
import { holdsKey } from './texts.ts'
import { cannot, type Fate, type Finder, type Found, type Place } from './types.ts'

/** What all instructions together may have. */
const MAX_BYTES = 40 * 1024

const FILES: readonly { readonly product: SetupProduct; readonly at: string }[] = [
  { product: 'claude-code', at: '.claude/CLAUDE.md' },
  { product: 'codex', at: '.codex/AGENTS.md' },
  { product: 'gemini', at: '.gemini/GEMINI.md' },
  { product: 'opencode', at: '.config/opencode/AGENTS.md' },
]

/** What the person told other products for every project; it goes behind what stands in `MEWCODE.md`. */
export function findRules({ userHome, home }: Place): Finder {
  const own = path.join(home, 'MEWCODE.md')
  return async () => {
    const before = await readWhole(own, 1024 * 1024)
    const found = await Promise.all(FILES.map(({ product, at }) => describe(product, path.join(userHome, at), before)))
    return found.flat()
  }

  async function describe(product: SetupProduct, file: string, before: string | undefined): Promise<Found[]> {
    const name = path.basename(file)
    const text = await readWhole(file, MAX_BYTES)
    if (text === undefined || text.trim() === '') return []
    const it = { product, kind: 'rule' as const, name, path: file }
    const problem = text === 'too_large' ? new AppError('files.too_large', { params: { name, limit: '40 KB' } }) : holdsKey(text, name)
    if (problem) return [{ ...it, content: '', fate: cannot(problem) }]
    const isThere = before !== undefined && before.includes(text.trim())
    const fate: Fate = isThere ? { state: 'there' } : { state: 'new', bring: () => append(text.trim()) }
    return [{ ...it, content: text, fate }]
  }

  async function append(text: string): Promise<'brought' | 'there'> {
    const before = await readWhole(own, 1024 * 1024)
    if (before === 'too_large') throw new AppError('files.too_large', { params: { name: 'MEWCODE.md', limit: '1 MB' } })
    if (before?.includes(text)) return 'there'
    // A link may well lead to a file of theirs.
    const isLink = await lstat(own).then(
      (found) => found.isSymbolicLink(),
      () => false,
    )
    if (isLink) throw new AppError('setup.taken', { params: { path: own } })
    await writeFileAtomic(own, Buffer.from(before?.trim() ? `${before.trimEnd()}\n\n${text}\n` : `${text}\n`), { mode: 0o600 })
    return 'brought'
  }
}
