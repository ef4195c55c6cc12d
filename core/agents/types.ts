import type { AgentInfo, AgentSource } from '../contract/agents.ts'
import type { AppError } from '../contract/errors.ts'
import type { Mode } from '../contract/common.ts'
import type { AgentLimit, RemoteTarget } from '../storage/types.ts'

/** Something about a definition that a person should know. */
export interface Diagnostic {
  /** `error`: the definition cannot be used. */
  readonly level: 'info' | 'warning' | 'error'
  /** 1-based. */
  readonly line: number
  readonly problem: AppError
}

/** An agent as its file says. */
export interface AgentText {
  readonly name: string
  readonly description: string
  /** Raw names and patterns; null: all. */
  readonly tools: readonly string[] | null
  readonly disallowedTools: readonly string[]
  /** Which agents it may start; undefined: any, as far as it has the tool. */
  readonly agents: AgentLimit | undefined
  /** `inherit`, a role, or an id. */
  readonly model: string
  readonly maxTurns: number | null
  readonly permissionMode: Mode | null
  /** What the mode alone would ask about is allowed. */
  readonly autoApprove: boolean
  readonly background: boolean
  /** It works in a worktree of its own. */
  readonly isIsolated: boolean
  readonly isReadOnly: boolean
  readonly memory: boolean
  /** Names of skills whose text it has from the start. */
  readonly skills: readonly string[]
  readonly effort: string | null
  readonly color: string
  readonly timeoutMs: number | null
  readonly prompt: string
  /** It works on another machine; undefined: here. */
  readonly remote: Omit<RemoteTarget, 'isOfProject'> | undefined
}

/** A definition file, usable or not. */
export interface FoundAgent {
  /** Of its file where it cannot be read. */
  readonly name: string
  readonly source: AgentSource
  /** Id of the plugin it came with. */
  readonly plugin?: string
  readonly path: string
  /** Undefined: broken, and a diagnostic says why. */
  readonly text: AgentText | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export type AgentDefinition = FoundAgent & Pick<AgentInfo, 'state'>

/** A definition an agent can be started by. */
export type UsableAgent = AgentDefinition & { readonly text: AgentText }
