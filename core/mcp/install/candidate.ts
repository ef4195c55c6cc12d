import { z } from 'zod'
import { unpinnedPackage } from '../../config/unpinned-package.ts'
import { variablesIn } from '../../config/variables.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import type { McpCandidate } from '../../contract/mcp-install.ts'
import { withoutKeys, type Held } from './secrets.ts'
import { fillSlots } from './types.ts'

const Entry = z.looseObject({
  type: z.enum(['stdio', 'http', 'sse']).optional().catch(undefined),
  command: z.string().optional(),
  args: z.array(z.string()).default([]),
  url: z.string().optional(),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  headers: z.record(z.string(), z.string()).default({}),
})

interface Judging {
  /** What is wrong with an entry. */
  readonly check: (name: string, entry: Readonly<Record<string, unknown>>) => AppError | undefined
  readonly taken: ReadonlySet<string>
}

/** What a person is shown before saying yes: exactly what would run or be reached, and no key. */
export function candidateOf({ found, held }: Held, { check, taken }: Judging): McpCandidate {
  const { name, settings, notes } = found
  const read = Entry.safeParse(found.entry)
  const entry = read.data ?? { type: undefined, args: [], env: {}, headers: {}, command: undefined, url: undefined, cwd: undefined }
  const shown = (text: string): string => fillSlots(text, (key) => `‹${settings.find((one) => one.key === key)?.title ?? key}›`)
  const unpinned = entry.command === undefined ? undefined : unpinnedPackage(entry.command, entry.args)
  const warnings = [
    ...(taken.has(name) ? [new AppError('mcp.exists', { params: { name } })] : []),
    ...(unpinned === undefined ? [] : [new AppError('mcp.unpinned', { params: { name, package: unpinned } })]),
    ...(held.size === 0 ? [] : [new AppError('mcp.key_to_keychain', { params: { names: [...held.keys()].join(', ') } })]),
    ...notes,
  ]
  const problem = check(name, filledForCheck(found.entry))
  return {
    name,
    type: entry.type ?? null,
    runs:
      entry.url === undefined
        ? withoutKeys([entry.command ?? '', ...entry.args])
            .map(shown)
            .map(quoted)
            .join(' ')
        : withoutKeys([entry.url]).map(shown).join(''),
    cwd: entry.cwd ?? null,
    env: Object.keys(entry.env),
    headers: Object.keys(entry.headers),
    variables: [...new Set(variablesIn(JSON.stringify(found.entry)))],
    warnings: warnings.map(toWireError),
    problem: problem ? toWireError(problem) : null,
    settings: [...settings],
  }
}

/** A value that is still to be given is as good as any. */
function filledForCheck(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(mapTexts(entry, (text) => fillSlots(text, () => 'x')))
}

/** The same value with every text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]))
}

function quoted(word: string): string {
  return /^[\w@%+=:,./‹›•-]+$/.test(word) ? word : JSON.stringify(word)
}
