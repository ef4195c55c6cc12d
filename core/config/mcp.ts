import path from 'node:path'
import { z } from 'zod'
import type { AppError } from '../contract/errors.ts'
import type { Environment } from '../platform/platform.ts'
import { check, type Checked, type Finding } from './check.ts'
import { readLaunch } from './mcp-launch.ts'
import { namedFiles } from './mcp-files.ts'
import { foreignSecret } from './mcp-secrets.ts'
import type { McpServerConfig } from './mcp-types.ts'
import { ConfigSchema, McpHttpSchema, McpKindSchema, McpNameSchema, McpStdioSchema } from './schema.ts'
import type { TrustJudge } from './trust/judge.ts'
import { unpinnedPackage } from './unpinned-package.ts'
import { variablesIn } from './variables.ts'
import type { Path, YamlFile } from './yaml-file.ts'

export interface McpSources {
  readonly user: YamlFile | undefined
  /** The stronger one first. */
  readonly project: readonly YamlFile[]
  /** What plugins bring, the stronger one first. */
  readonly plugins: readonly PluginServers[]
  readonly projectRoot: string | undefined
  readonly trust: TrustJudge
  readonly env: Environment
  /** Variables that providers refer to: a project's server may not ask for them. */
  readonly providerVariables: ReadonlySet<string>
}

/** Servers of a plugin, in our words. */
export interface PluginServers {
  readonly plugin: string
  readonly source: 'user' | 'project'
  readonly file: YamlFile
}

interface EffectiveMcp {
  readonly servers: readonly McpServerConfig[]
  readonly problems: readonly AppError[]
  readonly notices: readonly AppError[]
}

export type McpEntry = McpStdioSchema | McpHttpSchema

/** An entry as it stands in a file. */
interface Placed {
  readonly name: string
  readonly value: unknown
  readonly file: YamlFile
  readonly at: Path
  readonly source: 'user' | 'project'
  readonly plugin?: string
}

/** Every server of both layers, by name. A project's replaces the user's of that name whole, and both a plugin's; each is read alone. */
export async function effectiveMcp(sources: McpSources): Promise<EffectiveMcp> {
  const { user, project } = sources
  const mine = user ? entriesOf(user, 'user') : []
  const brought = sources.plugins
    .toReversed()
    .flatMap(({ plugin, source, file }) => entriesOf(file, source).map((one) => ({ ...one, plugin })))
  const placed = new Map<string, Placed>([...brought, ...mine].map((one) => [one.name, one]))
  for (const file of project.toReversed()) for (const one of entriesOf(file, 'project')) placed.set(one.name, one)
  const reserved = new Set([...sources.providerVariables, ...mine.flatMap(({ value }) => variablesIn(JSON.stringify(value)))])
  const taken = new Set(mine.map(({ name }) => name))
  const problems: AppError[] = []
  const notices: AppError[] = []
  const servers = await Promise.all(
    [...placed.values()]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((one) => readServer(one, sources, { reserved, taken, problems, notices })),
  )
  return { servers, problems, notices }
}

/** What is wrong with the entry of that name. */
export function checkMcpEntry(file: YamlFile, name: string): AppError[] {
  return entriesOf(file, 'user')
    .filter((placed) => placed.name === name)
    .flatMap((placed) => {
      const checked = checkEntry(placed)
      return checked.ok ? [] : checked.findings.map((finding) => entryProblem(placed, finding))
    })
}

/** The entry of that name as it stands; empty: it is no mapping. */
export function entryIn(content: unknown, name: string): Readonly<Record<string, unknown>> {
  const list = z.looseObject({ mcp_servers: z.record(z.string(), z.unknown()) }).safeParse(content)
  return z.record(z.string(), z.unknown()).safeParse(list.data?.mcp_servers[name]).data ?? {}
}

function entriesOf(file: YamlFile, source: Placed['source']): Placed[] {
  const { content } = file
  const list = typeof content === 'object' && content !== null && 'mcp_servers' in content ? content.mcp_servers : undefined
  // What is no mapping at all is told with the other keys of the file.
  const read = ConfigSchema.shape.mcp_servers.safeParse(list)
  return Object.entries(read.data ?? {}).map(([name, value]) => ({ name, value, file, at: ['mcp_servers', name], source }))
}

interface Reading {
  readonly reserved: ReadonlySet<string>
  /** Names of the user's servers. */
  readonly taken: ReadonlySet<string>
  readonly problems: AppError[]
  readonly notices: AppError[]
}

async function readServer(placed: Placed, sources: McpSources, { reserved, taken, problems, notices }: Reading): Promise<McpServerConfig> {
  const { name, file, source, plugin, at } = placed
  const checked = checkEntry(placed)
  const place = { name, source, ...(plugin !== undefined && { plugin }), file: file.path, line: file.lineOf(at), missingVariables: [] }
  const facts = checked.ok
    ? { ...place, type: checked.value.type, runs: runsOf(checked.value), given: Object.keys(givenBy(checked.value)) }
    : { ...place, type: undefined, runs: '', given: [] }
  if (!checked.ok) {
    const found = checked.findings.map((finding) => entryProblem(placed, finding))
    problems.push(...found)
    const [problem = file.problem('config.not_mapping', at)] = found
    return { ...facts, reading: { kind: 'broken', problem } }
  }
  const entry = checked.value
  const isAllowed = source === 'user' || (await isTrusted(placed, entry, sources))
  if (!isAllowed) {
    notices.push(file.problem('config.untrusted', at, { key: `mcp_servers.${name}` }))
    return { ...facts, reading: { kind: 'untrusted' } }
  }
  if (entry.enabled === false) return { ...facts, reading: { kind: 'disabled' } }
  const isProject = source === 'project' || plugin !== undefined
  const foreign =
    foreignSecret(name, entry, isProject && taken.has(name)) ??
    (isProject ? variablesIn(JSON.stringify(entry)).find((variable) => reserved.has(variable)) : undefined)
  if (foreign !== undefined) {
    const problem = file.problem('mcp.secret_not_yours', at, { name, variable: foreign })
    problems.push(problem)
    return { ...facts, reading: { kind: 'broken', problem } }
  }
  const { reading, missing, warnings } = readLaunch(placed, entry, sources)
  problems.push(...warnings)
  return { ...facts, missingVariables: missing, reading }
}

function checkEntry({ name, value, at }: Placed): Checked<McpEntry> {
  const named = check(McpNameSchema, name, at)
  if (!named.ok) return { ok: false, findings: named.findings.map((finding) => ({ ...finding, key: 'name' })) }
  const kind = check(McpKindSchema, value, at)
  if (!kind.ok) return kind
  return kind.value.type === 'stdio' ? check(McpStdioSchema, value, at) : check(McpHttpSchema, value, at)
}

function entryProblem({ name, file }: Placed, { at, kind, key, expected }: Finding): AppError {
  const params = { name: name.slice(0, 64), key }
  if (kind === 'value' && key === '') return file.problem('config.value', at, { key: `mcp_servers.${params.name}`, expected })
  if (kind === 'value') return file.problem('config.mcp_entry', at, { ...params, expected })
  if (expected === '') return file.problem('config.mcp_unknown_key', at, params)
  return file.problem('config.mcp_misspelled_key', at, { ...params, near: expected })
}

/** Bound to the definition and to every script it names; whether it is switched on does not matter. */
async function isTrusted({ name, file, at }: Placed, entry: McpEntry, { projectRoot = '', trust }: McpSources): Promise<boolean> {
  const { enabled: _, ...definition } = entry
  const words = definition.type === 'stdio' ? [definition.command, ...(definition.args ?? [])] : []
  const cwd = definition.type === 'stdio' ? path.resolve(projectRoot, definition.cwd ?? '.') : projectRoot
  const files = await namedFiles(words, { projectRoot, cwd })
  return trust.allows({
    kind: 'mcp',
    file: file.path,
    at: `mcp_servers.${name}`,
    line: file.lineOf(at),
    value: { definition, files },
    text: shown(entry, files),
  })
}

/** The exact command or address; of variables and headers only the names, since a value may be a key. */
function shown(entry: McpEntry, files: Readonly<Record<string, string>>): string {
  const lines =
    entry.type === 'stdio'
      ? [
          `command: ${runsOf(entry)}`,
          ...(entry.cwd === undefined ? [] : [`cwd: ${entry.cwd}`]),
          ...namesLine('env', entry),
          ...sandboxLine(entry),
        ]
      : [`${entry.type}: ${runsOf(entry)}`, ...namesLine('headers', entry)]
  const variables = [...new Set(variablesIn(JSON.stringify(entry)))]
  const hashes = Object.entries(files).map(([file, hash]) => `file: ${file} (${hash.slice(0, 12)})`)
  const unpinned = entry.type === 'stdio' ? unpinnedPackage(entry.command, entry.args ?? []) : undefined
  // What was looked at is not what may run tomorrow.
  const newest = unpinned === undefined ? [] : [`package: ${unpinned}, whatever version is newest`]
  return [...lines, ...newest, ...(variables.length === 0 ? [] : [`variables: ${variables.join(', ')}`]), ...hashes].join('\n')
}

function runsOf(entry: McpEntry): string {
  if (entry.type !== 'stdio') return entry.url
  return [entry.command, ...(entry.args ?? [])].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ')
}

function givenBy(entry: McpEntry): Readonly<Record<string, string>> {
  return (entry.type === 'stdio' ? entry.env : entry.headers) ?? {}
}

function sandboxLine({ sandbox }: McpStdioSchema): string[] {
  return sandbox === undefined ? [] : [`sandbox: ${typeof sandbox === 'string' ? sandbox : JSON.stringify(sandbox)}`]
}

function namesLine(key: string, entry: McpEntry): string[] {
  const names = Object.keys(givenBy(entry))
  return names.length === 0 ? [] : [`${key}: ${names.join(', ')}`]
}
