import { z } from 'zod'
import { method } from './method.ts'

/** What a server's own authorization server asks for, before the browser is opened. */
export const McpSignIn = z.object({
  /** Of the authorization server. */
  issuer: z.string(),
  /** The server the token is for. */
  resource: z.string(),
  /** What would be asked for. */
  scopes: z.array(z.string()),
  /** Who we say we are: configured, by address of a document, or registered on the spot. */
  client: z.enum(['configured', 'document', 'registered']),
})
export type McpSignIn = z.infer<typeof McpSignIn>

const name = z.string()

/** Signing in to servers over HTTP. Tokens are in the keychain and nowhere else; no method ever answers one. */
export const mcpSignIn = {
  /** Asks the server what it wants; opens nothing. `mcp.not_found`, `mcp.no_sign_in`, `mcp.sign_in_client`, `mcp.sign_in_refused`, `mcp.sign_in_unavailable`. */
  look: method({ input: z.object({ name }), output: McpSignIn }),
  /**
   * Opens the system's browser and answers when the person is back with a token and the server is settled. Aborting the call gives up.
   * `scopes`: narrower than offered; undefined: as offered. As `look`, and `mcp.no_browser`, `mcp.sign_in_denied`, `mcp.sign_in_timeout`.
   */
  login: method({ input: z.object({ name, scopes: z.array(z.string()).max(100).optional() }), output: z.object({}) }),
  /** Revokes what can be revoked and forgets the tokens. */
  logout: method({ input: z.object({ name }), output: z.object({}) }),
}
