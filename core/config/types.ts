import type { Mode } from '../contract/common.ts'
import type { AgentsSettings, Settings } from '../contract/app.ts'
import type { AppError } from '../contract/errors.ts'
import type { FolderTrust, TrustItem } from '../contract/trust.ts'
import type { Protocol } from '../contract/providers.ts'
import type { SkillRegistry } from '../contract/skill-registries.ts'
import type { Budget } from './budget.ts'
import type { EditedRule } from './edit-rules.ts'
import type { ExtraFolder } from './extra-folders.ts'
import type { HookSettings } from './hook-settings.ts'
import type { Otel } from './otel.ts'
import type { ManagedProvider, Policy } from './policy/index.ts'
import type { McpServerConfig } from './mcp-types.ts'
import type { ModelSettings } from '../llm/types.ts'
import type { SandboxChoice } from '../permission/sandbox/index.ts'
import type { PermissionRules } from '../permission/types.ts'

export type { McpHttpLaunch, McpLaunch, McpServerConfig, McpStdioLaunch } from './mcp-types.ts'

/** Settings and configuration of the user and of projects. The files on disk are the truth and are watched. */
export interface Config {
  /** The user's layer plus, when `projectRoot` is given, the project's. A trusted project's provider overrides count; an untrusted one's are listed as notices. */
  load(projectRoot: string | undefined): Promise<EffectiveConfig>
  readonly settings: SettingsFile
  /** What is switched off: by the person for all, and in the project's local settings. */
  switchedOff(projectRoot: string | undefined): Promise<Readonly<Record<'user' | 'project', SwitchedOff>>>
  /** In the person's settings, or with `projectRoot` in the project's local ones. `AppError('config.*')`. */
  setSwitch(change: Switch, projectRoot?: string): Promise<void>
  /**
   * Keeps a rule in the person's own settings or in the project's local ones; there an allow rule counts whatever was said of
   * the folder, because a person gave it. `AppError('config.*')`.
   */
  addRule(projectRoot: string, rule: EditedRule, to: 'user' | 'local'): Promise<void>
  /** Takes a rule out of its file. */
  removeRule(projectRoot: string, rule: EditedRule, from: 'user' | 'project' | 'local'): Promise<void>
  /**
   * Gives a folder beside the project: to every project, or to this one by its local settings, where it counts because a person
   * gave it. `AppError('permission.folder_*' | 'config.*')`.
   */
  addFolder(projectRoot: string, folder: string, to: 'user' | 'local'): Promise<void>
  /** Takes one out of its file, as it is listed. */
  removeFolder(projectRoot: string, folder: string, from: 'user' | 'project' | 'local'): Promise<void>
  /** In the person's settings. `AppError('install.registry_exists' | 'config.*')`. */
  addRegistry(registry: SkillRegistry): Promise<void>
  /** `AppError('install.registry_unknown' | 'config.*')`. */
  removeRegistry(name: string): Promise<void>
  /** Writes to `config.yaml`, comments and order kept, atomic. `AppError('config.*')` when the file does not parse: it is never overwritten then. */
  addProvider(entry: ProviderEntry, options: { makeDefault: boolean }): Promise<void>
  /** Sets or, with undefined, takes away settings of an entry of the user's file. `AppError('provider.not_found')`. */
  updateProvider(name: string, changes: ProviderChanges): Promise<void>
  /** Entries not named come last, as they were. */
  reorderProviders(names: readonly string[]): Promise<void>
  removeProvider(name: string): Promise<void>
  setDefaultProvider(name: string, model: string | undefined): Promise<void>
  /** What is wrong with an MCP server's entry, wherever it would stand. */
  mcpProblem(name: string, entry: Readonly<Record<string, unknown>>): AppError | undefined
  /**
   * Keeps an MCP server in the user's file, or in the project's with `projectRoot`. `AppError('mcp.exists' | 'config.*')`: nothing
   * is written that would not be read.
   */
  addMcpServer(name: string, entry: Readonly<Record<string, unknown>>, projectRoot?: string): Promise<void>
  /** An entry as its file has it, unexpanded: values may be secret. `AppError('mcp.not_found')`. */
  mcpEntry(projectRoot: string, name: string): Promise<Readonly<Record<string, unknown>>>
  /**
   * Lays keys over an entry where it stands, comments kept: undefined takes one away; in a mapping, null leaves a value as it is.
   * `AppError('mcp.not_found' | 'config.*')`.
   */
  editMcpServer(projectRoot: string, name: string, changes: Readonly<Record<string, unknown>>): Promise<void>
  /** Changes one where it stands, in the user's file or the project's. `AppError('mcp.not_found' | 'config.*')`. */
  changeMcpServer(projectRoot: string, name: string, change: 'enable' | 'disable' | 'remove'): Promise<void>
  /** Switches one of its tools in the entry's `tools`. `AppError('mcp.not_found' | 'mcp.tool_denied' | 'config.*')`. */
  switchMcpTool(projectRoot: string, name: string, change: { readonly tool: string; readonly enabled: boolean }): Promise<void>
  /** Files changed on disk; returns its undo. */
  onChange(listener: () => void): () => void
  close(): void
}

/** Ids, as a person wrote them. */
export interface SwitchedOff {
  readonly skills: readonly string[]
  readonly plugins: readonly string[]
}

export interface Switch {
  readonly kind: keyof SwitchedOff
  readonly id: string
  readonly isOn: boolean
}

export interface SettingsFile {
  get(): Promise<Settings>
  /** `null` takes the choice back. */
  set(patch: Partial<Omit<Settings, 'language'>> & { language?: Settings['language'] | null }): Promise<Settings>
}

export interface EffectiveConfig {
  readonly providers: readonly ProviderConfig[]
  /** As configured; may name a provider that does not exist (then a problem says so). */
  readonly defaultProvider: string | undefined
  /** Each with file, line and fix. */
  readonly problems: readonly AppError[]
  /** What was left off because it is not trusted. */
  readonly notices: readonly AppError[]
  readonly trust: EffectiveTrust
  readonly permissions: PermissionRules
  readonly defaultMode: Mode
  /** Folders beside the project where the agent works as in it: real paths, given by the person. */
  readonly extraFolders: readonly string[]
  /** The same and those that do not count, each with its place and why. */
  readonly listedFolders: readonly ExtraFolder[]
  /** Undefined: nobody manages this machine. */
  readonly policy: Policy | undefined
  /** The policy's, else the person's own; never a project's. */
  readonly otel: Otel | undefined
  readonly sandbox: SandboxChoice
  readonly shell: { readonly envPassthrough: readonly string[] }
  readonly budget: Budget
  /** The person's own. */
  readonly agents: AgentsSettings
  readonly hooks: HookSettings
  /** Hosts of remote agents that may be reached though they are not on the public internet; the person's own word. */
  readonly a2aHosts: readonly string[]
  /** By name. */
  readonly mcpServers: readonly McpServerConfig[]
}

/** Of the project folder; `declined` and empty without one. */
export interface EffectiveTrust {
  readonly decision: FolderTrust['decision']
  /** Everything the folder's files would run or widen. */
  readonly items: readonly TrustItem[]
  /** Our own git may run here: a person trusted the folder and what its git configuration would run. */
  readonly git: boolean
}

/** As in the file; `api_key` and `headers` still unexpanded. */
export interface ProviderEntry {
  readonly name: string
  readonly protocol: Protocol
  readonly base_url?: string
  readonly api_key?: string
  readonly model?: string
}

export type ProviderChanges = Readonly<
  Partial<Record<'protocol' | 'base_url' | 'model' | 'fallback', string | undefined>> & {
    roles?: Readonly<Partial<Record<'haiku' | 'sonnet' | 'opus', string | undefined>>> | undefined
  }
>

export interface ProviderConfig {
  readonly name: string
  readonly protocol: Protocol
  /** Empty: the vendor's. `${NAME}` already expanded. */
  readonly baseUrl: string
  /** Unexpanded: `${ENV}`, `keychain:NAME`, `command:…`, `none`, plain text; undefined: keychain entry `provider:<name>`. */
  readonly apiKey: string | undefined
  readonly model: string
  /** `${NAME}` already expanded: values may be secret. */
  readonly headers: Readonly<Record<string, string>>
  /** `${NAME}` already expanded: values may be secret. */
  readonly query: Readonly<Record<string, string>>
  /** Names inside `${…}` of its entry, expanded or not: children never get these variables. */
  readonly variables: readonly string[]
  readonly auth: 'bearer' | 'x-api-key' | 'api-key' | undefined
  readonly maxTokens: number | undefined
  readonly contextWindow: number | undefined
  readonly timeouts: { readonly connectMs: number; readonly firstByteMs: number; readonly idleMs: number }
  readonly maxRetries: number
  readonly settings: ModelSettings
  /** Undefined: the system's. */
  readonly proxy: string | undefined
  /** Absolute path of an extra certificate authority. */
  readonly caFile: string | undefined
  /** Name of the provider that takes over when this one is out. */
  readonly fallback: string | undefined
  /** Shared by all sessions; 0: none. */
  readonly limits: { readonly concurrency: number; readonly rpm: number }
  /** Models by role. */
  readonly roles: Readonly<Partial<Record<'haiku' | 'sonnet' | 'opus', string>>>
  readonly source: 'user' | 'project' | 'environment'
  readonly managed?: ManagedProvider
}
