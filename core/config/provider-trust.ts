import type { AppError } from '../contract/errors.ts'
import type { PlacedEntry, ProviderLayer } from './provider-layer.ts'
import type { ProviderSchema } from './schema.ts'

/** They decide where a key goes and which key; a folder's author may not until the folder is trusted. */
const TRUST_KEYS = ['protocol', 'base_url', 'api_key', 'headers', 'query', 'proxy', 'ca_file', 'auth'] as const

export interface Permitted {
  readonly entries: readonly PlacedEntry[]
  readonly notices: readonly AppError[]
  readonly problems: readonly AppError[]
}

/** The project's entries that may count: all but `command:` keys when trusted, harmless keys over the user's own entries when not. */
export function permitProject(layer: ProviderLayer, userEntries: ReadonlyMap<string, PlacedEntry>, trusted: boolean): Permitted {
  const results = layer.entries.map((placed) => {
    const mine = userEntries.get(placed.entry.name)
    return trusted ? withoutCommand(placed) : harmlessPart(placed, mine)
  })
  return {
    entries: results.flatMap(({ entries }) => entries),
    notices: results.flatMap(({ notices }) => notices),
    problems: results.flatMap(({ problems }) => problems),
  }
}

function withoutCommand(placed: PlacedEntry): Permitted {
  const { entry, file, at } = placed
  if (!entry.api_key?.startsWith('command:')) return { entries: [placed], notices: [], problems: [] }
  const { api_key: _, ...rest } = entry
  const problem = file.problem('config.command_project', [...at, 'api_key'], { name: entry.name })
  return { entries: [{ ...placed, entry: rest }], notices: [], problems: [problem] }
}

function harmlessPart(placed: PlacedEntry, mine: PlacedEntry | undefined): Permitted {
  const { entry, file, at } = placed
  if (!mine) {
    const notice = file.problem('config.untrusted', at, { key: `providers.${entry.name}` })
    return { entries: [], notices: [notice], problems: [] }
  }
  const refused = TRUST_KEYS.filter((key) => entry[key] !== undefined && !isSame(entry[key], mine.entry[key]))
  const kept: ProviderSchema = { ...entry }
  for (const key of TRUST_KEYS) delete kept[key]
  return {
    entries: [{ ...placed, entry: kept }],
    notices: refused.map((key) => file.problem('config.untrusted', [...at, key], { key: `providers.${entry.name}.${key}` })),
    problems: [],
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
