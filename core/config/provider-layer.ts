import type { AppError } from '../contract/errors.ts'
import { check, checkEach, type Finding, toProblems } from './check.ts'
import type { Otel } from './otel.ts'
import { ConfigSchema, ProviderSchema } from './schema.ts'
import type { Path, YamlFile } from './yaml-file.ts'

/** A `providers:` entry that passed its checks, and where it stands. */
export interface PlacedEntry {
  readonly entry: ProviderSchema
  readonly file: YamlFile
  readonly at: Path
}

/** What one configuration file says, but for MCP servers. */
export interface ProviderLayer {
  readonly entries: readonly PlacedEntry[]
  readonly defaultProvider: { readonly name: string; readonly file: YamlFile } | undefined
  /** Counts in the person's own file only. */
  readonly otel?: Otel | undefined
  /** Entries there were, good or bad. */
  readonly listed: number
  readonly problems: readonly AppError[]
}

/** Checks the file whole: every problem is told, and a bad entry hides no other. */
export function readProviderLayer(file: YamlFile): ProviderLayer {
  const { value, findings } = checkEach(ConfigSchema, file.content ?? {}, [])
  const problems = toProblems(file, findings)
  const entries: PlacedEntry[] = []
  const items = value.providers ?? []
  items.forEach((item, index) => {
    const at = ['providers', index]
    const checked = check(ProviderSchema, item, at)
    if (!checked.ok) {
      problems.push(...checked.findings.map((finding) => entryProblem(file, entryName(item, index), finding)))
      return
    }
    const { name } = checked.value
    if (entries.some(({ entry }) => entry.name === name)) problems.push(file.problem('config.duplicate', [...at, 'name'], { name }))
    else entries.push({ entry: checked.value, file, at })
  })
  const defaultProvider = value.default_provider ? { name: value.default_provider, file } : undefined
  return { entries, defaultProvider, otel: value.otel, listed: items.length, problems }
}

function entryProblem(file: YamlFile, name: string, { at, kind, key, expected }: Finding): AppError {
  if (kind === 'value' && key === '') return file.problem('config.not_mapping', at)
  if (kind === 'value') return file.problem('config.entry', at, { name, key, expected })
  if (expected === '') return file.problem('config.entry_unknown_key', at, { name, key })
  return file.problem('config.entry_misspelled_key', at, { name, key, near: expected })
}

function entryName(item: unknown, index: number): string {
  const named = typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? item.name : ''
  return named.slice(0, 64) || `#${index + 1}`
}
