import { AppError } from '../contract/errors.ts'
import type { RemoteTarget } from '../storage/types.ts'
import { isAllowedHost, type Fetch } from './guarded-fetch.ts'
import type { RemoteAgentsDeps, RemoteSurroundings } from './types.ts'

const KEYCHAIN = 'keychain:'

export interface AuthInput {
  readonly agent: string
  readonly target: RemoteTarget
  readonly surroundings: RemoteSurroundings
}

/**
 * The same `fetch` with what the definition signs in by. Secrets are read anew each time and go out over TLS, or to a host the
 * person allowed. `AppError('a2a.secret_*' | 'a2a.insecure' | 'a2a.auth' | 'a2a.sign_in' | 'keychain.*')`.
 */
export async function authorized(fetch: Fetch, input: AuthInput, deps: RemoteAgentsDeps): Promise<Fetch> {
  const { agent, target } = input
  const { auth } = target
  if (auth.kind === 'none') return checked(fetch, agent)
  const secure = overTls(fetch, input)
  if (auth.kind === 'oauth') {
    const { createSignIns } = await import('../mcp/oauth/index.ts')
    const signedIn = createSignIns(deps).authorized(signInTarget(agent, target), secure)
    return checked(async (address, init) => signedIn(address, init).catch((error: unknown) => asSignIn(error, agent)), agent)
  }
  // A name is all a folder needs to claim what the keychain holds for an agent of the person's own.
  if (target.isOfProject && auth.secret.startsWith(KEYCHAIN)) throw new AppError('a2a.secret_project', { params: { agent } })
  const secret = await readSecret(auth.secret, input, deps)
  const [name, value] = auth.kind === 'bearer' ? ['authorization', `Bearer ${secret}`] : [auth.header, secret]
  return checked((address, init) => {
    const headers = new Headers(init?.headers)
    headers.set(name, value)
    return secure(address, { ...init, headers })
  }, agent)
}

/** As signing in to a server knows it. */
export function signInTarget(agent: string, { cardUrl, auth }: RemoteTarget) {
  const { clientId, scopes } = auth.kind === 'oauth' ? auth : { clientId: '', scopes: [] }
  return { name: agent, url: cardUrl, headers: {}, oauth: { clientId, scopes } }
}

function checked(fetch: Fetch, agent: string): Fetch {
  return async (address, init) => {
    const answer = await fetch(address, init)
    if (answer.status !== 401 && answer.status !== 403) return answer
    await answer.body?.cancel()
    throw new AppError('a2a.auth', { params: { agent, status: answer.status } })
  }
}

function overTls(fetch: Fetch, { agent, surroundings: { allowedHosts } }: AuthInput): Fetch {
  return async (address, init) => {
    const url = new URL(address)
    const isSafe = url.protocol === 'https:' || isAllowedHost(url, allowedHosts)
    if (!isSafe) throw new AppError('a2a.insecure', { params: { agent, url: url.origin } })
    return fetch(url, init)
  }
}

function asSignIn(error: unknown, agent: string): never {
  const isSignIn = error instanceof AppError && (error.code === 'mcp.needs_auth' || error.code === 'mcp.needs_scope')
  throw isSignIn ? new AppError('a2a.sign_in', { params: { agent }, cause: error }) : error
}

async function readSecret(
  reference: string,
  { agent, surroundings: { isSecretVariable } }: AuthInput,
  deps: RemoteAgentsDeps,
): Promise<string> {
  const secret = reference.startsWith(KEYCHAIN)
    ? await deps.keychain.get(reference.slice(KEYCHAIN.length))
    : fromVariable(reference, isSecretVariable, deps)
  if (!secret) throw new AppError('a2a.secret_missing', { params: { name: reference, account: `agent:${agent}` } })
  deps.learn(secret)
  return secret
}

function fromVariable(
  name: string,
  isSecretVariable: RemoteSurroundings['isSecretVariable'],
  { env }: RemoteAgentsDeps,
): string | undefined {
  if (isSecretVariable(name)) throw new AppError('a2a.secret_variable', { params: { name } })
  return env[name]
}
