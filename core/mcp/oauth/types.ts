import type { FetchLike } from '@modelcontextprotocol/client'
import type { McpHttpLaunch } from '../../config/types.ts'
import type { McpSignIn } from '../../contract/mcp-sign-in.ts'

/** A server at an address, as far as signing in goes. */
export interface Target {
  /** Of the entry: its own secrets are kept under it. */
  readonly name: string
  readonly url: string
  readonly headers: McpHttpLaunch['headers']
  readonly oauth: McpHttpLaunch['oauth']
}

/** Signing in to servers. Tokens are in the keychain, a copy in memory, and nowhere else. */
export interface SignIns {
  /**
   * The same `fetch`, with the person's token where one is kept and renewed where that is needed. Opens no browser:
   * `AppError('mcp.needs_auth' | 'mcp.needs_scope' | 'mcp.sign_in_refused' | 'mcp.sign_in_unavailable')` where it would take a person.
   */
  authorized(target: Target, fetch: FetchLike): FetchLike
  /** What signing in would ask for. `AppError('mcp.no_sign_in' | 'mcp.sign_in_refused' | 'mcp.sign_in_client' | 'mcp.sign_in_unavailable')`. */
  look(target: Target, fetch: FetchLike, signal: AbortSignal): Promise<McpSignIn>
  /** Opens the system's browser and waits for the person. As `look`, and `mcp.sign_in_denied`, `mcp.sign_in_timeout`, `mcp.no_browser`. */
  login(target: Target, fetch: FetchLike, options: LoginOptions): Promise<void>
  /** Revokes what can be revoked; forgets the rest. */
  logout(target: Target, fetch: FetchLike): Promise<void>
}

export interface LoginOptions {
  /** Narrower than offered; undefined: as offered. */
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}
