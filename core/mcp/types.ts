import type { McpLaunch } from '../config/types.ts'
import type { AppError } from '../contract/errors.ts'
import type { McpResult } from '../contract/mcp.ts'
import type { Environment, Logger } from '../platform/platform.ts'

/** What a connection is made with. */
export interface ConnectDeps {
  readonly version: string
  readonly env: Environment
  readonly log: Logger
  /** Takes keys out of what a server wrote. */
  readonly redact: (text: string) => string
}

export interface ConnectInput {
  /** Of the server, as configured. */
  readonly name: string
  readonly launch: McpLaunch
  /** Where a server without a `cwd` of its own works. */
  readonly projectRoot: string
  /** Gives up: what was started is ended. */
  readonly signal: AbortSignal
  /** The list of tools is another now. */
  readonly onTools: (listed: readonly unknown[]) => void
}

/** A server that has shaken hands and listed its tools. */
export interface Connection {
  readonly protocolVersion: string
  /** As the server lists them, unread. */
  readonly tools: readonly unknown[]
  /** Settles with the reason when it ends by itself. */
  readonly lost: Promise<AppError>
  noise(): number
  /** `AppError('mcp.refused' | 'mcp.no_answer' | 'mcp.exited' | 'mcp.unreachable')`; rejects with the signal's reason after an abort. */
  call(request: CallRequest): Promise<McpResult>
  /** Polite first; `quick`: within 2 s. Nothing of it is left then. */
  close(how: 'polite' | 'quick'): Promise<void>
}

export interface CallRequest {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly onProgress: (text: string) => void
}

/** How a server is reached, and what it wrote on the way. */
export interface Attempt {
  readonly connected: Promise<Connection>
  /** Standard error so far. */
  log(): string
  /** Ends what was started, connected or not. */
  close(how: 'polite' | 'quick'): Promise<void>
}
