import path from 'node:path'
import type { AppError } from '../contract/errors.ts'
import type { OwnSandbox } from '../permission/sandbox/index.ts'
import type { Environment } from '../platform/platform.ts'
import type { McpHttpSchema, McpStdioSchema } from './schema.ts'
import type { McpLaunch, McpServerConfig } from './mcp-types.ts'
import { variablesIn } from './variables.ts'
import type { Path, YamlFile } from './yaml-file.ts'

const usual = { connectMs: 30_000, callMs: 60_000, maxMs: 600_000, keepaliveMs: 30_000, concurrency: 10, perSecond: 20, burst: 40 }

interface Place {
  readonly name: string
  readonly file: YamlFile
  readonly at: Path
  readonly source: 'user' | 'project'
}

interface Surroundings {
  readonly env: Environment
  readonly projectRoot: string | undefined
}

export interface LaunchReading {
  readonly reading: McpServerConfig['reading']
  readonly missing: readonly string[]
  readonly warnings: readonly AppError[]
}

/**
 * What a checked entry starts. A variable that is not set and that `required_env` names holds the server back; any other is
 * empty, with a warning.
 */
export function readLaunch(place: Place, entry: McpStdioSchema | McpHttpSchema, { env, projectRoot }: Surroundings): LaunchReading {
  const { name, file, at, source } = place
  const values = entry.type === 'stdio' ? Object.values(entry.env ?? {}) : [entry.url, ...Object.values(entry.headers ?? {})]
  const required = entry.required_env ?? []
  const missing = [...new Set([...values.flatMap(variablesIn), ...required])].filter((variable) => !env[variable])
  const held = missing.filter((variable) => required.includes(variable))
  if (held.length > 0) {
    const problem = file.problem('mcp.needs_env', at, { name, variables: held.join(', ') })
    return { reading: { kind: 'needs_env', problem }, missing, warnings: [problem] }
  }
  const warnings = missing.map((variable) => file.problem('config.mcp_variable', at, { name, variable }))
  const expand = (text: string): string => text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => env[variable] ?? '')
  const expandAll = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, expand(text)]))
  const policy = {
    variables: [...new Set(values.flatMap(variablesIn))].filter((variable) => env[variable]),
    timeouts: {
      connectMs: entry.timeouts?.connect ?? usual.connectMs,
      callMs: entry.timeouts?.call ?? usual.callMs,
      maxMs: entry.timeouts?.max ?? usual.maxMs,
    },
    toolTimeoutsMs: entry.tool_timeouts ?? {},
    era: entry.era ?? 'auto',
    keepaliveMs: entry.keepalive === 'off' ? undefined : (entry.keepalive ?? usual.keepaliveMs),
    limits: {
      concurrency: entry.limits?.concurrency ?? usual.concurrency,
      perSecond: entry.limits?.rate ?? usual.perSecond,
      burst: entry.limits?.burst ?? usual.burst,
      memoryBytes: entry.limits?.memory,
    },
    tools: { allow: entry.tools?.allow ?? ['*'], deny: entry.tools?.deny ?? [] },
    trustsAnnotations: source === 'user' && entry.trust_annotations !== false,
    grants: { roots: entry.roots === true, sampling: source === 'user' && entry.sampling === true },
  }
  if (entry.type === 'stdio') {
    const { command, args = [], cwd } = entry
    const folder = cwd === undefined || projectRoot === undefined ? cwd : path.resolve(projectRoot, cwd)
    const sandbox = { own: ownSandbox(entry.sandbox, source, projectRoot), source: { kind: source, file: file.path } }
    const launch: McpLaunch = { ...policy, type: 'stdio', command, args, env: expandAll(entry.env), cwd: folder, sandbox }
    return { reading: { kind: 'startable', launch }, missing, warnings }
  }
  const url = expand(entry.url)
  if (!isHttpUrl(url)) {
    const problem = file.problem('config.mcp_entry', [...at, 'url'], { name, key: 'url', expected: 'http://host/… | https://host/…' })
    return { reading: { kind: 'broken', problem }, missing, warnings: [...warnings, problem] }
  }
  const oauth = { clientId: entry.oauth?.client_id ?? '', scopes: entry.oauth?.scopes ?? [] }
  const launch: McpLaunch = {
    ...policy,
    type: entry.type,
    url,
    headers: expandAll(entry.headers),
    opensStream: entry.sse_stream !== 'off',
    oauth,
  }
  return { reading: { kind: 'startable', launch }, missing, warnings }
}

/** A project's entry may ask for a sandbox of its own, never for none. */
function ownSandbox(written: McpStdioSchema['sandbox'] = 'inherit', source: Place['source'], projectRoot = '/'): OwnSandbox {
  if (typeof written === 'string') return written === 'off' && source === 'project' ? 'inherit' : written
  const write = (written.write ?? []).map((folder) => (folder.startsWith('~/') ? folder : path.resolve(projectRoot, folder)))
  return { network: written.network ?? 'all', write }
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
