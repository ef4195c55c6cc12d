import { AppError } from '../contract/errors.ts'
import type { ModelSettings } from '../llm/types.ts'
import type { Environment } from '../platform/platform.ts'
import type { PlacedEntry, ProviderLayer } from './provider-layer.ts'
import { permitProject } from './provider-trust.ts'
import type { ProviderSchema } from './schema.ts'
import type { TrustJudge } from './trust/judge.ts'
import type { EffectiveConfig, ProviderConfig } from './types.ts'
import { expand, variablesIn } from './variables.ts'

type Protocol = ProviderConfig['protocol']

export interface ProviderSources {
  readonly user: ProviderLayer
  /** `.mewcode.yaml` first: it wins entry by entry. */
  readonly project: readonly ProviderLayer[]
  readonly trust: TrustJudge
  readonly env: Environment
  /** The model table's choice where an entry names none. */
  defaultModel(protocol: Protocol): string
}

type EffectiveProviders = Pick<EffectiveConfig, 'providers' | 'defaultProvider' | 'problems' | 'notices'>

/** Lays the project's entries over the user's, field by field, and finds the provider to begin with. */
export function effectiveProviders(sources: ProviderSources): EffectiveProviders {
  const { user, project, trust } = sources
  const problems = [...user.problems, ...project.flatMap((layer) => layer.problems)]
  const notices: AppError[] = []
  const merged = new Map<string, PlacedEntry[]>(user.entries.map((placed) => [placed.entry.name, [placed]]))
  const userEntries = new Map(user.entries.map((placed) => [placed.entry.name, placed]))
  const taken = new Set<string>()
  for (const layer of project) {
    const permitted = permitProject(layer, userEntries, trust)
    problems.push(...permitted.problems)
    notices.push(...permitted.notices)
    for (const placed of permitted.entries.filter(({ entry }) => !taken.has(entry.name))) {
      merged.set(placed.entry.name, [placed, ...(merged.get(placed.entry.name) ?? [])])
    }
    layer.entries.forEach(({ entry }) => taken.add(entry.name))
  }

  const providers = [...merged.values()].flatMap((stack) => {
    const resolved = resolve(stack, userEntries, sources)
    problems.push(...resolved.problems)
    return resolved.provider ? [resolved.provider] : []
  })
  const listed = user.listed + project.reduce((sum, layer) => sum + layer.entries.length, 0)
  if (listed === 0) providers.push(...fromEnvironment(sources))
  const wanted = [...project, user].map((layer) => layer.defaultProvider).find((choice) => choice !== undefined)
  if (wanted && !providers.some(({ name }) => name === wanted.name)) {
    problems.push(wanted.file.problem('config.default_missing', ['default_provider'], { name: wanted.name }))
  }
  for (const { entry, file, at } of [...user.entries, ...project.flatMap((layer) => layer.entries)]) {
    if (!entry.fallback || providers.some(({ name }) => name === entry.fallback && name !== entry.name)) continue
    if (!providers.some(({ name, fallback }) => name === entry.name && fallback === entry.fallback)) continue
    problems.push(file.problem('config.fallback_missing', [...at, 'fallback'], { name: entry.name, fallback: entry.fallback }))
  }
  // The stand-in never chooses itself.
  const first = providers.find(({ protocol }) => protocol !== 'demo')
  return { providers, defaultProvider: wanted?.name ?? first?.name, problems, notices }
}

interface Resolved {
  readonly provider?: ProviderConfig
  readonly problems: readonly AppError[]
}

/** `stack`: the entries of one name, the one that wins first. */
function resolve(stack: readonly PlacedEntry[], userEntries: ReadonlyMap<string, PlacedEntry>, sources: ProviderSources): Resolved {
  const entry: ProviderSchema = Object.assign({}, ...stack.toReversed().map((placed) => placed.entry))
  const { name, protocol } = entry
  const problem = (
    code: 'config.entry' | 'config.plain_key' | 'config.variable_missing',
    key: keyof ProviderSchema,
    params = {},
  ): AppError => {
    const placed = stack.find((candidate) => candidate.entry[key] !== undefined) ?? stack[0]
    if (!placed) return new AppError(code, { params: { name, key, ...params } })
    return placed.file.problem(code, [...placed.at, key], { name, key, ...params })
  }
  if (protocol === undefined)
    return { problems: [problem('config.entry', 'protocol', { expected: 'anthropic | openai | openai-responses | demo' })] }

  const baseUrl = expand(entry.base_url?.trim() ?? '', sources.env)
  if (!baseUrl.ok) return { problems: [problem('config.variable_missing', 'base_url', { variable: baseUrl.missing })] }
  if (baseUrl.text !== '' && !isHttpUrl(baseUrl.text)) {
    return { problems: [problem('config.entry', 'base_url', { expected: 'http://host/… | https://host/…' })] }
  }
  const problems: AppError[] = []
  const expandEach = (key: 'headers' | 'query'): Record<string, string> =>
    Object.fromEntries(
      Object.entries(entry[key] ?? {}).flatMap(([field, value]) => {
        const expanded = expand(value, sources.env)
        if (expanded.ok) return [[field, expanded.text]]
        problems.push(problem('config.variable_missing', key, { variable: expanded.missing }))
        return []
      }),
    )
  const [headers, query] = [expandEach('headers'), expandEach('query')]
  const written = [entry.api_key ?? '', entry.base_url ?? '', ...Object.values(entry.headers ?? {}), ...Object.values(entry.query ?? {})]
  if (isPlainKey(entry.api_key)) problems.push(problem('config.plain_key', 'api_key'))
  const provider: ProviderConfig = {
    name,
    protocol,
    baseUrl: baseUrl.text,
    apiKey: entry.api_key?.trim() || undefined,
    model: entry.model || sources.defaultModel(protocol),
    headers,
    query,
    variables: [...new Set(written.flatMap(variablesIn))],
    auth: entry.auth || undefined,
    maxTokens: entry.max_tokens || undefined,
    contextWindow: entry.context_window || undefined,
    timeouts: {
      connectMs: entry.timeouts?.connect ?? defaults.timeouts.connectMs,
      firstByteMs: entry.timeouts?.first_byte ?? (entry.thinking ? thinkingFirstByteMs : defaults.timeouts.firstByteMs),
      idleMs: entry.timeouts?.idle ?? defaults.timeouts.idleMs,
    },
    maxRetries: entry.max_retries ?? defaults.maxRetries,
    settings: settingsOf(entry),
    proxy: entry.proxy?.trim() || undefined,
    caFile: entry.ca_file?.trim() || undefined,
    fallback: entry.fallback?.trim() || undefined,
    limits: { ...defaults.limits, ...entry.limits },
    roles: entry.roles ?? {},
    source: userEntries.has(name) ? 'user' : 'project',
  }
  return { provider, problems }
}

const defaults = {
  timeouts: { connectMs: 15_000, firstByteMs: 60_000, idleMs: 90_000 },
  maxRetries: 5,
  limits: { concurrency: 4, rpm: 0 },
}

/** A model that thinks may be silent for long before it says a word. */
const thinkingFirstByteMs = 180_000

/** What the entry says; what it leaves out is not there at all. */
function settingsOf({ thinking, effort, temperature, top_p: topP, seed, stop, cache_ttl: cacheTtl }: ProviderSchema): ModelSettings {
  const stops = typeof stop === 'string' ? [stop] : stop
  return {
    ...(thinking !== undefined && { thinking }),
    ...(effort && { effort }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(stops && { stop: stops }),
    ...(cacheTtl && { cacheTtl }),
  }
}

const standardVariables = [
  { variable: 'ANTHROPIC_API_KEY', protocol: 'anthropic' },
  { variable: 'OPENAI_API_KEY', protocol: 'openai' },
] as const

/** With nothing configured, the first standard key variable that is set makes a provider. */
function fromEnvironment({ env, defaultModel }: ProviderSources): ProviderConfig[] {
  const found = standardVariables.find(({ variable }) => env[variable]?.trim())
  if (!found) return []
  const { variable, protocol } = found
  return [
    {
      ...defaults,
      name: protocol,
      protocol,
      baseUrl: '',
      apiKey: `\${${variable}}`,
      model: defaultModel(protocol),
      headers: {},
      query: {},
      variables: [variable],
      auth: undefined,
      maxTokens: undefined,
      contextWindow: undefined,
      settings: {},
      proxy: undefined,
      caFile: undefined,
      fallback: undefined,
      roles: {},
      source: 'environment',
    },
  ]
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  // A name and password inside would show up wherever the address does.
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

function isPlainKey(apiKey: string | undefined): boolean {
  const text = apiKey?.trim() ?? ''
  return text !== '' && text !== 'none' && !/^(keychain|command):/.test(text) && variablesIn(text).length === 0
}
