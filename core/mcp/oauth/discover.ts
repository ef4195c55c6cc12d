import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
  resourceUrlFromServerUrl,
  checkResourceAllowed,
  type AuthorizationServerMetadata,
  type FetchLike,
} from '@modelcontextprotocol/client'
import { AppError } from '../../contract/errors.ts'
import { isLoopback, refused, unavailable } from './failures.ts'

/** What the server said when it turned a request away. */
export interface Challenge {
  readonly resourceMetadataUrl: URL | undefined
  readonly scope: string | undefined
}

/** Where a server's tokens come from. */
export interface Discovery {
  /** Exactly as the metadata has it. */
  readonly issuer: string
  readonly metadata: AuthorizationServerMetadata
  /** What the token is for, exactly as the server names itself. */
  readonly resource: string
  readonly scopesSupported: readonly string[] | undefined
}

/**
 * Asks the server who gives out its tokens, and that one how: RFC 9728, then RFC 8414 and OpenID Connect in the order of the
 * specification. Undefined: the server says nothing of signing in.
 */
export async function discover(url: string, challenge: Challenge | undefined, fetch: FetchLike): Promise<Discovery | undefined> {
  const careful = withTrouble(onlySafe(fetch, url))
  const resource = await protectedResource(url, challenge, careful)
  const [named] = resource?.authorization_servers ?? []
  // Before 2025-06-18 the server's own origin gave them out.
  const server = named ?? String(new URL('/', url))
  const metadata = await authorizationServer(server, careful)
  if (!metadata) {
    if (named === undefined) return undefined
    throw refused(`${server} does not say how to sign in`)
  }
  if (!metadata.code_challenge_methods_supported?.includes('S256')) throw refused(`${metadata.issuer} does not offer PKCE with S256`)
  return {
    issuer: metadata.issuer,
    metadata,
    resource: resource?.resource ?? resourceUrlFromServerUrl(url).href,
    scopesSupported: resource?.scopes_supported,
  }
}

async function protectedResource(url: string, challenge: Challenge | undefined, fetch: FetchLike) {
  const options = challenge?.resourceMetadataUrl ? { resourceMetadataUrl: challenge.resourceMetadataUrl } : {}
  const found = await discoverOAuthProtectedResourceMetadata(url, options, fetch).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return undefined
  })
  if (!found) return undefined
  if (!checkResourceAllowed({ requestedResource: resourceUrlFromServerUrl(url), configuredResource: found.resource }))
    throw refused(`the server calls itself ${found.resource}, which is another address`)
  return found
}

async function authorizationServer(address: string, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  try {
    return await discoverAuthorizationServerMetadata(address, { fetchFn: fetch })
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof IssuerMismatchError) throw refused(`${address} says it is somebody else`, error)
    throw refused(`${address} does not say how to sign in`, error)
  }
}

/** A server that is out of order is no server that says nothing. */
function withTrouble(fetch: FetchLike): FetchLike {
  return async (address, init) => {
    const answer = await fetch(address, init).catch((error: unknown) => {
      throw error instanceof AppError ? error : unavailable(new URL(address).origin, error)
    })
    if (answer.status >= 500 || answer.status === 429) throw unavailable(`${new URL(address).origin}: HTTP ${answer.status}`)
    return answer
  }
}

/** Secrets travel encrypted, or stay on this machine where the server itself is on it. */
export function onlySafe(fetch: FetchLike, serverUrl: string): FetchLike {
  return async (address, init) => {
    const url = new URL(address)
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && isLoopback(new URL(serverUrl)))
    if (!isSafe) throw refused(`${url.origin} is not reached by https`)
    return fetch(url, init)
  }
}
