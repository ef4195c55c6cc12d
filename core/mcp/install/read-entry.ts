import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { nameOfCommand, nameOfUrl, serverName } from './server-name.ts'
import { slot, type Found } from './types.ts'
import type { McpSetting } from '../../contract/mcp-install.ts'

const Word = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const Words = z.record(z.string(), Word)
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** Every spelling other programs have for the same few things. */
const Foreign = z.looseObject({
  type: optional(z.string()),
  transport: optional(z.string()),
  command: optional(z.union([z.string(), z.array(Word)])),
  cmd: optional(z.string()),
  args: optional(z.array(Word)),
  env: optional(Words),
  envs: optional(Words),
  environment: optional(Words),
  cwd: optional(z.string()),
  url: optional(z.string()),
  uri: optional(z.string()),
  httpUrl: optional(z.string()),
  serverUrl: optional(z.string()),
  headers: optional(Words),
  http_headers: optional(Words),
  requestInit: optional(z.looseObject({ headers: optional(Words) })),
  bearer_token_env_var: optional(z.string()),
  env_http_headers: optional(Words),
  disabled: optional(z.boolean()),
  enabled: optional(z.boolean()),
  timeout: optional(z.number()),
  startup_timeout_sec: optional(z.number()),
  tool_timeout_sec: optional(z.number()),
  includeTools: optional(z.array(z.string())),
  excludeTools: optional(z.array(z.string())),
  enabled_tools: optional(z.array(z.string())),
  disabled_tools: optional(z.array(z.string())),
})
type Foreign = z.output<typeof Foreign>

/** What a description asks the person for; VS Code calls them inputs. */
export type Inputs = ReadonlyMap<string, { readonly description: string; readonly isSecret: boolean; readonly initial: string }>

const GRANTS = ['alwaysAllow', 'autoApprove', 'trust', 'trusted']

/** One server in another program's words, or in ours; undefined: it describes none. */
export function readEntry(name: string | undefined, value: unknown, inputs: Inputs = new Map()): Found | undefined {
  const read = Foreign.safeParse(value)
  if (!read.success) return undefined
  const from = read.data
  const { command, args } = commandOf(from)
  const url = from.url ?? from.httpUrl ?? from.serverUrl ?? from.uri
  if (command === undefined && url === undefined) return undefined
  const settings = new Map<string, McpSetting>()
  const words = (text: string): string => ourWords(text, inputs, settings)
  const values = (texts: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, words(text)]))
  const env = values({ ...from.environment, ...from.envs, ...from.env })
  const entry =
    command === undefined
      ? { type: isOlder(from) ? 'sse' : 'http', url: words(url ?? ''), ...some('headers', values(headersOf(from))) }
      : {
          type: 'stdio',
          command: words(command),
          ...(args.length > 0 && { args: args.map(words) }),
          ...some('env', env),
          ...(from.cwd !== undefined && { cwd: inProject(from.cwd) }),
        }
  const found = command === undefined ? nameOfUrl(url ?? '') : nameOfCommand(command, args)
  const named = name === undefined || name === '' ? found : serverName(name)
  const granted = GRANTS.filter((key) => key in from)
  return {
    name: named,
    entry: { ...entry, ...limitsOf(from), ...kept(from) },
    settings: [...settings.values()],
    notes: granted.map((key) => new AppError('mcp.grant_left_out', { params: { name: named, key } })),
  }
}

function commandOf(from: Foreign): { command: string | undefined; args: readonly string[] } {
  const args = from.args ?? []
  if (typeof from.command !== 'object') return { command: from.command ?? from.cmd, args }
  const [command, ...rest] = from.command
  return { command, args: [...rest, ...args] }
}

function headersOf({ headers, http_headers, requestInit, bearer_token_env_var, env_http_headers = {} }: Foreign): Record<string, string> {
  const given: Record<string, string> = { ...requestInit?.headers, ...headers, ...http_headers }
  if (bearer_token_env_var !== undefined) given['Authorization'] = `Bearer \${${bearer_token_env_var}}`
  for (const [header, variable] of Object.entries(env_http_headers)) given[header] = `\${${variable}}`
  return given
}

function isOlder({ type, transport, url }: Foreign): boolean {
  const said = type ?? transport
  if (said !== undefined && /http|stream/i.test(said)) return false
  return said === 'sse' || (said === undefined && /\/sse\/?$/.test(url ?? ''))
}

function limitsOf(from: Foreign): Record<string, unknown> {
  // Gemini counts milliseconds, Codex seconds; both say so in the key.
  const seconds = (value: number): string => `${Math.min(3_600, Math.max(1, Math.ceil(value)))}s`
  const timeouts = {
    ...(from.startup_timeout_sec !== undefined && { connect: seconds(from.startup_timeout_sec) }),
    ...(from.timeout !== undefined && { call: seconds(from.timeout >= 1_000 ? from.timeout / 1_000 : from.timeout) }),
    ...(from.tool_timeout_sec !== undefined && { call: seconds(from.tool_timeout_sec) }),
  }
  const allow = from.includeTools ?? from.enabled_tools
  const deny = from.excludeTools ?? from.disabled_tools
  return {
    ...some('timeouts', timeouts),
    ...some('tools', { ...(allow && { allow }), ...(deny && { deny }) }),
    ...((from.disabled === true || from.enabled === false) && { enabled: false }),
  }
}

const OURS = ['required_env', 'timeouts', 'tool_timeouts', 'tools', 'limits', 'sandbox', 'keepalive', 'sse_stream', 'era', 'oauth'] as const

/** Keys of our own entries are kept as they are. */
function kept(from: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(OURS.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]))
}

/** Others' references become ours; what asks a person becomes a slot. */
function ourWords(text: string, inputs: Inputs, settings: Map<string, McpSetting>): string {
  return inProject(text)
    .replaceAll(/\$\{input:([^}]+)\}/g, (_, key: string) => {
      const { description = key, isSecret = true, initial = '' } = inputs.get(key) ?? {}
      settings.set(key, { key, title: key, description, kind: 'string', isSecret, isList: false, required: true, initial })
      return slot(key)
    })
    .replaceAll(/\$\{env:([A-Za-z_]\w*)\}|\{env:([A-Za-z_]\w*)\}/g, (_, braced?: string, plain?: string) => `\${${braced ?? plain ?? ''}}`)
}

/** The project is where a server works: its folder is said by a point. */
function inProject(text: string): string {
  return text.replaceAll(/\$\{(?:workspaceFolder|workspaceRoot|workspace)\}/g, '.')
}

function some<V extends object>(key: string, value: V): Record<string, V> {
  return Object.keys(value).length > 0 ? { [key]: value } : {}
}
