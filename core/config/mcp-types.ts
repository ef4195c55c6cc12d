import type { AppError } from '../contract/errors.ts'
import type { OwnSandbox } from '../permission/sandbox/index.ts'
import type { RuleSource } from '../permission/types.ts'

/** One entry of `mcp_servers`, good or bad. */
export interface McpServerConfig {
  readonly name: string
  readonly source: 'user' | 'project'
  /** Id of the plugin it came with. */
  readonly plugin?: string
  /** Absolute path of the file it stands in. */
  readonly file: string
  readonly line: number
  /** Command and arguments, or the address, as written; empty where the entry is broken. */
  readonly runs: string
  /** Names of the variables or headers it is given. */
  readonly given: readonly string[]
  readonly type: 'stdio' | 'http' | 'sse' | undefined
  /** Referred to and not set, hence empty. */
  readonly missingVariables: readonly string[]
  readonly reading:
    | { readonly kind: 'startable'; readonly launch: McpLaunch }
    | { readonly kind: 'disabled' }
    | { readonly kind: 'untrusted' }
    /** `problem` names file, line and what to mend, or the variables that are missing. */
    | { readonly kind: 'broken' | 'needs_env'; readonly problem: AppError }
}

/** How a server is started and what it may do; `${NAME}` already expanded: values may be secret. */
export type McpLaunch = McpStdioLaunch | McpHttpLaunch

export interface McpStdioLaunch extends McpPolicy {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Absolute; undefined: the folder the server is started for, which only a user's entry may leave open. */
  readonly cwd: string | undefined
  readonly sandbox: { readonly own: OwnSandbox; readonly source: RuleSource }
}

export interface McpHttpLaunch extends McpPolicy {
  readonly type: 'http' | 'sse'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Listens to the stream of news that a server may offer. */
  readonly opensStream: boolean
  readonly oauth: {
    /** Of a client that was registered by hand, or the address of its document; empty: none. */
    readonly clientId: string
    /** Asked for instead of what the server names; empty: as it names them. */
    readonly scopes: readonly string[]
  }
}

interface McpPolicy {
  /** Names of the variables whose values stand in it. */
  readonly variables: readonly string[]
  /** Which generation of the protocol it is greeted in; `auto`: found out once. */
  readonly era: 'auto' | 'legacy' | 'modern'
  /** Between two questions whether an idle one is there; undefined: none is asked. */
  readonly keepaliveMs: number | undefined
  readonly limits: {
    readonly concurrency: number
    readonly perSecond: number
    readonly burst: number
    /** Of its process and all that came from it; undefined: none. */
    readonly memoryBytes: number | undefined
  }
  readonly timeouts: {
    /** From the start to the list of tools. */
    readonly connectMs: number
    /** Of one call; a progress report begins it anew. */
    readonly callMs: number
    /** Of one call, whatever it reports. */
    readonly maxMs: number
  }
  /** Call limits of single tools, by remote name. */
  readonly toolTimeoutsMs: Readonly<Record<string, number>>
  /** Globs on remote names. */
  readonly tools: { readonly allow: readonly string[]; readonly deny: readonly string[] }
  /** `readOnlyHint` counts. Never for a project's server. */
  readonly trustsAnnotations: boolean
  /** What it may ask for: the list of the person's folders; answers of a model, never for a project's server. */
  readonly grants: { readonly roots: boolean; readonly sampling: boolean }
}
