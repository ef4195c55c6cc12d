import type { ErrorClass } from '../contract/common.ts'
import type { SessionEvent } from '../contract/events.ts'
import type { HookOutcome } from '../contract/hooks.ts'

/** Keeps one row of everything that was done, from what the sessions and a person's own doors tell. */
export interface Audit {
  onEvent(event: SessionEvent): void
  /** One row a run. */
  hookRan(ran: HookRan): void
  /** `item`: one thing in the folder; else the folder as a whole, with `items`, what it listed then. */
  trustChanged(change: TrustChange): void
  /** A person put something in, changed its version, or took it away. */
  installed(what: Installed): void
  /** A secret was read for a request: one row an hour for each session and account. */
  credentialUsed(use: CredentialUse): void
  /** A person called a server's tool, or had the server tried; `tool` is empty where it came to no call. */
  mcpCalled(call: DirectCall): void
  /** Rows that could not be written: they are logged, and no turn ends for their sake. */
  readonly lost: number
}

export interface TrustChange {
  readonly projectRoot: string
  readonly item?: string
  readonly items?: readonly string[]
  readonly decision: 'allow' | 'deny' | 'revoke'
}

export interface HookRan {
  readonly run: Readonly<Record<'rule' | 'event' | 'source', string>> &
    Readonly<Record<'durationMs' | 'stdoutBytes', number>> & { readonly outcome: HookOutcome; readonly failure: unknown }
  readonly projectRoot: string
  readonly sessionId: string
  readonly turnId: string
  readonly agentId: string
  readonly payloadBytes: number
}

export interface Installed {
  /** Empty: for this person everywhere, from no project. */
  readonly projectRoot: string
  readonly kind: 'mcp' | 'skill' | 'plugin'
  readonly name: string
  /** `undo`: the version before is back. */
  readonly action: 'install' | 'update' | 'remove' | 'undo'
  /** Where it came from, and as which version. */
  readonly source?: string
  readonly commit?: string
}

export interface CredentialUse {
  readonly projectRoot: string
  /** Empty where it is no session's. */
  readonly sessionId: string
  /** As it is named where it is kept: never its value. */
  readonly account: string
  /** Of an MCP server's secret. */
  readonly server?: string
  readonly from: 'stored' | 'keychain' | 'variable' | 'command' | 'config'
}

export interface DirectCall {
  readonly projectRoot: string
  readonly server: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly durationMs: number
  readonly resultBytes: number
  /** Null: it went well. */
  readonly errorClass: ErrorClass | null
}
