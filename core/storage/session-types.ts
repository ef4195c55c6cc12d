import type { Effort, Mode, TodoItem, Usage } from '../contract/common.ts'
import type { QueuedPrompt } from '../contract/turns.ts'

export interface SessionRecord {
  readonly id: string
  readonly projectId: string
  readonly title: string
  readonly provider: string
  readonly model: string
  readonly mode: Mode
  /** null: what configuration says. */
  readonly effort: Effort | null
  readonly createdAt: number
  readonly updatedAt: number
  /** Prompts and answers. */
  readonly messages: number
  readonly pinned: boolean
  readonly archived: boolean
  readonly lastSeq: number
  readonly usage: Usage
  readonly contextUsed: number
  readonly contextWindow: number
  readonly todos: readonly TodoItem[]
  /** Prompts that wait to be sent. */
  readonly queue: readonly QueuedPrompt[]
  /** The open epoch's frozen system text and tools; null before the first request. */
  readonly epoch: EpochRecord | null
  /** The session whose agent this one is; null: it is no agent, or a person started it. */
  readonly parentId: string | null
  /** What it runs as; null: a conversation with a person. No list shows an agent's. */
  readonly agent: AgentSpec | null
  /** The definition that a conversation with a person goes on under; null: it is itself. */
  readonly handover: Handover | null
}

/** A conversation in the hands of a definition. */
export interface Handover {
  readonly spec: AgentSpec
  /** What it ran on before, and does again afterwards. */
  readonly was: ModelName
  /** What the definition brought. */
  readonly model: ModelName
}

export interface ModelName {
  readonly provider: string
  readonly model: string
}

/** What an agent's session was started as. It stays so when it is gone on with, whatever becomes of its definition. */
export interface AgentSpec {
  /** Name of its definition; `fork` for a copy of its parent. */
  readonly type: string
  /** What a person sees beside its approvals. */
  readonly label: string
  readonly isFork: boolean
  /** A project's folder brought it: it works as long as somebody trusts that. */
  readonly isOfProject?: boolean | undefined
  /** 0: a conversation with a person goes on under it. 1: started by one. */
  readonly depth: number
  readonly isBackground: boolean
  readonly isReadOnly: boolean
  /** null: its parent's. */
  readonly mode: Mode | null
  /** What the mode alone would ask about is allowed. */
  readonly isApproved: boolean
  /** Each must let a tool pass: its own and those of all it was started by. */
  readonly limits: readonly ToolLimit[]
  /** Its definition's text. */
  readonly prompt: string
  readonly hasMemory: boolean
  readonly maxTurns: number
  readonly timeoutMs: number | null
  readonly effort: string | null
  /** Undefined: the project's own folder. */
  readonly worktree?: WorktreePlace | undefined
  /** It works on another machine; undefined: here. */
  readonly remote?: RemoteTarget | undefined
}

/** Where an agent on another machine is found. */
export interface RemoteTarget {
  readonly cardUrl: string
  readonly auth: RemoteAuth
  /** A project's file names it: it is reached only while a person trusts that. */
  readonly isOfProject: boolean
}

/** How one signs in to it; a secret is named and never held: `keychain:ACCOUNT`, or the name of a variable. */
export type RemoteAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'apiKey'; readonly secret: string; readonly header: string }
  /** As MCP servers are signed in to. */
  | { readonly kind: 'oauth'; readonly clientId: string; readonly scopes: readonly string[] }

/** A worktree of the project's repository, in which an agent works. */
export interface WorktreePlace {
  /** Real path. */
  readonly path: string
  /** Where in it the project's folder is. */
  readonly cwd: string
  readonly branch: string
  /** Its part of the repository's own folder: what lies in the worktree itself is never asked where that is. */
  readonly gitDir: string
}

/** Raw names and patterns with `*`. */
export interface ToolLimit {
  /** null: any. */
  readonly only: readonly string[] | null
  readonly never: readonly string[]
  /** Which agents it may start; absent: any. */
  readonly agents?: AgentLimit
}

/** Names of definitions; `fork` is a copy of the agent itself. */
export interface AgentLimit {
  /** null: any. */
  readonly only: readonly string[] | null
  readonly never: readonly string[]
}

/** What every request of an epoch starts with, byte for byte. */
export interface EpochRecord {
  readonly system: { readonly stable: string; readonly environment: string }
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly inputSchema: Readonly<Record<string, unknown>>
  }[]
  readonly provider: string
  readonly model: string
}

export interface SessionPatch {
  title?: string
  provider?: string
  model?: string
  mode?: Mode
  lastSeq?: number
  usage?: Usage
  contextUsed?: number
  contextWindow?: number
  todos?: readonly TodoItem[]
  queue?: readonly QueuedPrompt[]
  epoch?: EpochRecord | null
  handover?: Handover | null
  effort?: Effort | null
  /** Notices that the message stored with this patch holds: they are delivered in the same transaction. */
  delivers?: { readonly notices: readonly string[]; readonly messageId: string }
}

export interface SessionRepository {
  create(input: {
    projectId: string
    title: string
    provider: string
    model: string
    mode: Mode
    /** Of an agent's: it has its card's id. */
    agent?: { readonly id: string; readonly parentId: string | null; readonly spec: AgentSpec }
  }): SessionRecord
  get(id: string): SessionRecord | undefined
  /** Pinned ones first, then the newest. `projectId` undefined: over all projects. `archived`: only those put away. */
  list(query: { projectId: string | undefined; limit: number; archived?: boolean }): readonly SessionRecord[]
  /** Where the list shows it; its date stays. */
  place(id: string, changes: { pinned?: boolean; archived?: boolean }): SessionRecord
  /** From now on it is there for nobody; the bulk work of its deletion follows. */
  hide(id: string): void
  /** Where the project's agents have worktrees of their own: real paths. */
  worktrees(projectId: string): readonly string[]
  /** Also sets `updatedAt`. */
  update(id: string, patch: SessionPatch): SessionRecord
}
