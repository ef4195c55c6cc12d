import type { AppError } from '../contract/errors.ts'
import type { PlacedEntry, ProviderLayer } from './provider-layer.ts'
import type { ProviderSchema } from './schema.ts'
import type { TrustJudge } from './trust/judge.ts'

/** They decide where a key goes and which key; a folder's author may not until the folder is trusted. */
const TRUST_KEYS = ['protocol', 'base_url', 'api_key', 'headers', 'query', 'proxy', 'ca_file', 'auth'] as const

export interface Permitted {
  readonly entries: readonly PlacedEntry[]
  readonly notices: readonly AppError[]
  readonly problems: readonly AppError[]
}

/** The project's entries that may count: all but `command:` keys where trusted, harmless keys over the user's own entries where not. */
export function permitProject(layer: ProviderLayer, userEntries: ReadonlyMap<string, PlacedEntry>, trust: TrustJudge): Permitted {
  const results = layer.entries.map((placed) => permit(placed, userEntries.get(placed.entry.name), trust))
  return {
    entries: results.flatMap(({ entries }) => entries),
    notices: results.flatMap(({ notices }) => notices),
    problems: results.flatMap(({ problems }) => problems),
  }
}

function permit(placed: PlacedEntry, mine: PlacedEntry | undefined, trust: TrustJudge): Permitted {
  const { entry, file, at } = placed
  const refused = TRUST_KEYS.filter((key) => entry[key] !== undefined && !isSame(entry[key], mine?.entry[key]))
  if (mine && refused.length === 0) return harmlessPart(placed, refused)
  const value = mine ? Object.fromEntries(refused.map((key) => [key, entry[key]])) : entry
  const definition = {
    kind: 'provider' as const,
    file: file.path,
    at: `providers.${entry.name}`,
    line: file.lineOf(at),
    value,
    text: shown(value),
  }
  if (trust.allows(definition)) return withoutCommand(placed)
  if (mine) return harmlessPart(placed, refused)
  return { entries: [], notices: [file.problem('config.untrusted', at, { key: `providers.${entry.name}` })], problems: [] }
}

/** Headers, queries and keys may be secrets: only that they are there is shown. */
function shown(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .map(([key, part]) => {
      if (key === 'headers' || key === 'query') return `${key}: ${Object.keys(Object(part)).join(', ')}`
      return key === 'api_key' && !/^(\$\{\w+\}|keychain:.*|none)$/.test(String(part)) ? `${key}: …` : `${key}: ${asText(part)}`
    })
    .join('\n')
}

function asText(part: unknown): string {
  return typeof part === 'string' ? part : JSON.stringify(part)
}

function withoutCommand(placed: PlacedEntry): Permitted {
  const { entry, file, at } = placed
  if (!entry.api_key?.startsWith('command:')) return { entries: [placed], notices: [], problems: [] }
  const { api_key: _, ...rest } = entry
  const problem = file.problem('config.command_project', [...at, 'api_key'], { name: entry.name })
  return { entries: [{ ...placed, entry: rest }], notices: [], problems: [problem] }
}

function harmlessPart(placed: PlacedEntry, refused: readonly (typeof TRUST_KEYS)[number][]): Permitted {
  const { entry, file, at } = placed
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
