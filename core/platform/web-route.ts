import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent, globalAgent as httpGlobal } from 'node:http'
import { Agent as HttpsAgent, globalAgent as httpsGlobal } from 'node:https'
import { rootCertificates } from 'node:tls'
import type { Environment, Platform } from './platform.ts'

/** The way to a server: directly, through a proxy, with an extra certificate authority. Its connections stay open for the next request. */
export interface WebRoute {
  /** Rejects as `readFile` does where the authority cannot be read. */
  agentFor(url: URL): Promise<HttpAgent>
}

export interface WebRouteOptions {
  /** Undefined: the variables', else the system's. */
  readonly proxy: string | undefined
  /** Absolute path of an extra certificate authority. */
  readonly caFile: string | undefined
}

export function createWebRoute(
  { proxy, caFile }: WebRouteOptions,
  { env, systemProxy }: { env: Environment; systemProxy?: Platform['systemProxy'] | undefined },
): WebRoute {
  const agents = new Map<string, Promise<HttpAgent>>()

  /** What is said nearest to the entry counts: its own proxy, the variables, the system's settings. */
  async function proxyTo(url: URL): Promise<Environment | undefined> {
    if (proxy !== undefined) return through(proxy)
    if (isThisMachine(url)) return undefined
    if (namesProxy(env)) return env
    const system = await systemProxy?.(url)
    return system === undefined ? undefined : through(system)
  }

  return {
    async agentFor(url) {
      const isSecure = url.protocol === 'https:'
      const proxyEnv = await proxyTo(url)
      const needsCa = isSecure && caFile !== undefined
      if (!proxyEnv && !needsCa) return isSecure ? httpsGlobal : httpGlobal
      // Settings may change while the app runs; connections stay open for those that did not.
      const key = proxyEnv?.['HTTPS_PROXY'] ?? ''
      const agent = agents.get(key) ?? makeAgent({ isSecure, proxyEnv, caFile: needsCa ? caFile : undefined })
      agents.set(key, agent)
      return agent
    },
  }
}

function through(proxy: string): Environment {
  return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: '' }
}

interface AgentNeeds {
  readonly isSecure: boolean
  readonly proxyEnv: Environment | undefined
  readonly caFile: string | undefined
}

async function makeAgent({ isSecure, proxyEnv, caFile }: AgentNeeds): Promise<HttpAgent> {
  const options = { keepAlive: true, ...(proxyEnv ? { proxyEnv: { ...proxyEnv } } : {}) }
  if (!isSecure) return new HttpAgent(options)
  const ca = caFile === undefined ? {} : { ca: [...rootCertificates, await readFile(caFile, 'utf8')] }
  return new HttpsAgent({ ...options, ...ca })
}

/** By its names: nothing is asked. */
export function isThisMachine({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function namesProxy(env: Environment): boolean {
  return ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => env[name] !== undefined)
}
