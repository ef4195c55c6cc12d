import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { AppError } from '../contract/errors.ts'
import { lookUp, type WebAccess } from '../tools/index.ts'

const LOOK_UP_MS = 15_000
const MAX_REDIRECTS = 5
/** Of an answer, or of one event of a stream. */
const MAX_BYTES = 16 * 1024 * 1024
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export type Fetch = (address: string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that reaches public addresses and the hosts a person allows, and nothing else of this machine and its networks: each
 * address is judged by what it leads to, redirects too, and the connection goes to the very addresses that were judged. What is
 * sent with a body is never redirected. `AppError('a2a.address' | 'a2a.redirect')`.
 */
export async function createGuardedFetch(web: WebAccess, allowedHosts: readonly string[]): Promise<Fetch> {
  const { createFetch } = await import('../mcp/http/index.ts')
  const once = createFetch({ agentFor: (url) => guardedAgent(url, web, allowedHosts) }, 'agent', MAX_BYTES)
  return async (address, init = {}) => {
    let url = new URL(address)
    let headers = new Headers(init.headers)
    for (let hops = 0; ; hops += 1) {
      const answer = await once(url, { ...init, headers })
      const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
      if (location === null) return answer
      await answer.body?.cancel()
      const next = URL.parse(location, url.href)
      if (!next || (init.method ?? 'GET') !== 'GET' || hops === MAX_REDIRECTS)
        throw new AppError('a2a.redirect', { params: { url: url.href, target: location } })
      // Whatever was meant for one host is not shown to another.
      if (next.origin !== url.origin) headers = new Headers({ accept: headers.get('accept') ?? '*/*' })
      url = next
    }
  }
}

async function guardedAgent(url: URL, web: WebAccess, allowedHosts: readonly string[]): Promise<HttpAgent> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('a2a.address', { params: { host: url.href, address: url.protocol } })
  const isFree = isAllowedHost(url, allowedHosts)
  const { refused, lookup } = await lookUp(url, isFree ? { ...web, isAllowed: () => true } : web, AbortSignal.timeout(LOOK_UP_MS))
  if (refused !== undefined) throw new AppError('a2a.address', { params: { host: url.hostname, address: refused } })
  return url.protocol === 'https:' ? new HttpsAgent({ lookup }) : new HttpAgent({ lookup })
}

/** Named in settings, whatever its port. */
export function isAllowedHost({ hostname }: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((host) => host.toLowerCase() === hostname || `[${host.toLowerCase()}]` === hostname)
}
