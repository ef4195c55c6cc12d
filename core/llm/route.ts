import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent, globalAgent as httpGlobal } from 'node:http'
import { Agent as HttpsAgent, globalAgent as httpsGlobal } from 'node:https'
import { rootCertificates } from 'node:tls'
import type { ProviderConfig } from '../config/types.ts'
import type { Environment } from '../platform/platform.ts'
import { ProviderError } from './types.ts'

/** The way to a provider: directly, through a proxy, with an extra certificate authority. Its connections stay open for the next step. */
export interface Route {
  agentFor(url: URL): Promise<HttpAgent>
}

export function createRoute({ proxy, caFile }: Pick<ProviderConfig, 'proxy' | 'caFile'>, env: Environment): Route {
  let own: Promise<HttpAgent> | undefined
  return {
    agentFor(url) {
      const isSecure = url.protocol === 'https:'
      const proxyEnv = proxy === undefined ? proxyOf(url, env) : { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: '' }
      const needsCa = isSecure && caFile !== undefined
      if (!proxyEnv && !needsCa) return Promise.resolve(isSecure ? httpsGlobal : httpGlobal)
      own ??= makeAgent({ isSecure, proxyEnv, caFile: needsCa ? caFile : undefined })
      return own
    },
  }
}

interface AgentNeeds {
  readonly isSecure: boolean
  readonly proxyEnv: Environment | undefined
  readonly caFile: string | undefined
}

async function makeAgent({ isSecure, proxyEnv, caFile }: AgentNeeds): Promise<HttpAgent> {
  const options = { keepAlive: true, ...(proxyEnv ? { proxyEnv: { ...proxyEnv } } : {}) }
  if (!isSecure) return new HttpAgent(options)
  const ca = caFile === undefined ? {} : { ca: [...rootCertificates, await readCa(caFile)] }
  return new HttpsAgent({ ...options, ...ca })
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    throw new ProviderError('unreachable', `ca_file ${file} (${code})`, { cause: error })
  }
}

/** The system's variables; never for this machine itself. */
function proxyOf(url: URL, env: Environment): Environment | undefined {
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return undefined
  return (env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy']) ? env : undefined
}
