import { randomBytes } from 'node:crypto'
import {
  exchangeAuthorization,
  IssuerMismatchError,
  OAuthError,
  startAuthorization,
  validateAuthorizationResponseIssuer,
  type FetchLike,
} from '@modelcontextprotocol/client'
import { AppError } from '../../contract/errors.ts'
import type { Keychain } from '../../platform/index.ts'
import { listenForCallback, type Callback } from './callback.ts'
import { onlySafe, type Discovery } from './discover.ts'
import { isLoopback, refused, unavailable } from './failures.ts'
import { clientInformation, identityFor, kindOfIdentity, type Identity } from './identity.ts'
import { tokensOf } from './refresh.ts'
import type { SignInRecord } from './record.ts'
import type { Target } from './types.ts'

export interface LoginDeps {
  readonly keychain: Keychain
  /** Shows an address in the system's browser. Rejects where there is none. */
  readonly openExternal: (url: string) => Promise<void>
  readonly fetch: FetchLike
  readonly now: () => number
}

interface Wish {
  readonly discovery: Discovery
  readonly scope: string | undefined
  /** What is kept of the last time; of another authorization server it counts for nothing. */
  readonly before: SignInRecord | undefined
  readonly signal: AbortSignal
}

/** Sends the person to the authorization server and trades the code they come back with for tokens. */
export async function signIn(target: Target, { discovery, scope, before, signal }: Wish, deps: LoginDeps): Promise<SignInRecord> {
  const known = usable(before, target, discovery)
  const callback = await listenForCallback(known?.redirectUri)
  try {
    const { redirectUri } = callback
    const fetch = onlySafe(deps.fetch, target.url)
    const client = known?.redirectUri === redirectUri ? known : await identityFor(target, { discovery, redirectUri, scope, fetch })
    const information = await clientInformation(target, client, deps.keychain)
    const state = randomBytes(24).toString('base64url')
    const { issuer, metadata, resource } = discovery
    const started = await startAuthorization(issuer, {
      metadata,
      clientInformation: information,
      state,
      redirectUrl: redirectUri,
      resource,
      ...(scope !== undefined && { scope }),
    })
    await open(started.authorizationUrl, target, deps)
    const code = await codeFrom(callback, { state, discovery, signal })
    const tokens = await exchangeAuthorization(issuer, {
      metadata,
      clientInformation: information,
      authorizationCode: code.code,
      ...(code.iss !== undefined && { iss: code.iss }),
      codeVerifier: started.codeVerifier,
      redirectUri,
      resource,
      fetchFn: fetch,
    }).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw error instanceof OAuthError ? refused(`${issuer} took the code back (${error.code})`, error) : unavailable(issuer, error)
    })
    return { issuer, client, tokens: tokensOf(tokens, { scope, now: deps.now() }) }
  } finally {
    callback.close()
  }
}

/** A registration counts for its own server only, and what is configured may be another now. */
function usable(before: SignInRecord | undefined, target: Target, discovery: Discovery): Identity | undefined {
  if (before?.issuer !== discovery.issuer) return undefined
  return before.client.kind === 'registered' && kindOfIdentity(target, discovery) === 'registered' ? before.client : undefined
}

async function open(address: URL, { url }: Target, { openExternal }: LoginDeps): Promise<void> {
  // It comes from a server: nothing else may be handed to the system.
  const isSafe = address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address) && isLoopback(new URL(url)))
  if (!isSafe) throw refused(`${address.origin} is not reached by https`)
  await openExternal(address.href)
}

interface Expected {
  readonly state: string
  readonly discovery: Discovery
  readonly signal: AbortSignal
}

async function codeFrom(callback: Callback, { state, discovery, signal }: Expected): Promise<{ code: string; iss: string | undefined }> {
  const answer = await callback.answer(signal)
  if (answer.get('state') !== state) throw refused('the browser came back with an answer to another question')
  const { metadata, issuer } = discovery
  const iss = answer.get('iss') ?? undefined
  try {
    validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    })
  } catch (error) {
    // Nothing else of such an answer is read: whoever sent it chose its words.
    if (error instanceof IssuerMismatchError) throw refused('the answer is not from the server that was asked', error)
    throw error
  }
  const problem = answer.get('error')
  if (problem === 'access_denied') throw new AppError('mcp.sign_in_denied')
  if (problem !== null) throw refused(`${issuer}: ${problem.replaceAll(/[^\w.-]/g, '').slice(0, 80)}`)
  const code = answer.get('code')
  if (code === null) throw refused(`${issuer} sent no code`)
  return { code, iss }
}
