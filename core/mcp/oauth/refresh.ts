import {
  InsecureTokenEndpointError,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  type FetchLike,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { AppError } from '../../contract/errors.ts'
import type { Keychain } from '../../platform/index.ts'
import { onlySafe, type Discovery } from './discover.ts'
import { refused, unavailable } from './failures.ts'
import { clientInformation } from './identity.ts'
import type { SignInRecord, Tokens } from './record.ts'
import type { Target } from './types.ts'

export type Renewed =
  | { readonly record: SignInRecord }
  /** What is kept can be used no more: the tokens, or the client too. */
  | { readonly gone: 'tokens' | 'client' }
  /** Out of order for now. `mayAgain`: it said so itself, hence the refresh token is not used up. */
  | { readonly later: AppError; readonly mayAgain: boolean }

interface Renewal {
  readonly record: SignInRecord
  readonly discovery: Discovery
  readonly fetch: FetchLike
  readonly keychain: Keychain
  readonly now: () => number
}

/** Trades the refresh token for new ones, once. */
export async function renew(target: Target, { record, discovery, fetch, keychain, now }: Renewal): Promise<Renewed> {
  const refreshToken = record.tokens?.refresh_token
  if (refreshToken === undefined) return { gone: 'tokens' }
  try {
    const tokens = await refreshAuthorization(discovery.issuer, {
      metadata: discovery.metadata,
      clientInformation: await clientInformation(target, record.client, keychain),
      refreshToken,
      resource: discovery.resource,
      fetchFn: onlySafe(fetch, target.url),
    })
    return { record: { ...record, tokens: tokensOf(tokens, { scope: record.tokens?.scope, now: now() }) } }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof InsecureTokenEndpointError) throw refused(`${discovery.issuer} is not reached by https`, error)
    if (!(error instanceof OAuthError)) return { later: unavailable(discovery.issuer, error), mayAgain: false }
    if (error.code === OAuthErrorCode.InvalidGrant) return { gone: 'tokens' }
    if (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient) return { gone: 'client' }
    // Its words may hold what was sent.
    return { later: unavailable(`${discovery.issuer}: ${error.code}`), mayAgain: true }
  }
}

/** `scope`: what was asked for, which a server that says nothing has granted. */
export function tokensOf(given: OAuthTokens, { scope, now }: { scope: string | undefined; now: number }): Tokens {
  const { access_token, token_type, refresh_token, expires_in } = given
  const granted = given.scope ?? scope
  return {
    access_token,
    token_type,
    ...(refresh_token !== undefined && { refresh_token }),
    ...(granted !== undefined && { scope: granted }),
    ...(expires_in !== undefined && { expiresAt: now + expires_in * 1_000, lifetimeMs: expires_in * 1_000 }),
  }
}
