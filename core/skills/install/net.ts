import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { contactingFor, type Environment } from '../../platform/index.ts'
import type { HostList } from './hosts.ts'
import { readBounded } from './read-bounded.ts'
import type { Signed } from './registries.ts'

const MAX_REDIRECTS = 5
/** Of an answer in JSON: a list of a large repository. */
const MAX_JSON_BYTES = 32 * 1024 * 1024

/** The way to the hosts a person allows, and no further. All of it: `AppError('install.*')`. */
export interface Net {
  bytes(url: URL, wanted: { file: string; maxBytes: number; accept?: string }): Promise<Buffer>
  json<T extends z.ZodType>(url: URL, shape: T): Promise<z.output<T>>
  close(): void
}

interface NetDeps {
  readonly hosts: HostList
  readonly env: Environment
  readonly signal: AbortSignal
  readonly signed?: Signed | undefined
}

export function createNet({ hosts, env, signal, signed }: NetDeps): Net {
  const options = { keepAlive: true, proxyEnv: { ...env } }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }

  async function get(first: URL, accept: string): Promise<IncomingMessage> {
    let url = first
    for (let redirects = 0; ; redirects += 1) {
      const refused = hosts.refusal(url)
      if (refused) throw redirects === 0 ? refused : new AppError('install.redirect', { params: { host: first.host, to: url.host } })
      const answer = await contactingFor('skills', () => send(url, accept))
      const next = redirectOf(answer, url)
      if (!next) return answer
      answer.destroy()
      if (redirects === MAX_REDIRECTS) throw badAnswer(url, 'redirects')
      url = next
    }
  }
  function send(url: URL, accept: string): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers = {
      'user-agent': 'MewCode (skills)',
      accept,
      'x-github-api-version': '2022-11-28',
      // A redirect may lead elsewhere: each request is looked at anew.
      ...(signed?.origin === url.origin && { authorization: `Bearer ${signed.token}` }),
    }
    const isSecure = url.protocol === 'https:'
    const request = isSecure
      ? httpsRequest(url, { agent: agents['https:'], headers, signal })
      : httpRequest(url, { agent: agents['http:'], headers, signal })
    request.once('response', resolve)
    request.once('error', (cause) => reject(asOffline(cause, url, signal)))
    request.end()
    return promise
  }
  async function bytes(url: URL, { file, maxBytes, accept = '*/*' }: { file: string; maxBytes: number; accept?: string }): Promise<Buffer> {
    const answer = await get(url, accept)
    const refused = refusalOf(answer, url)
    if (refused) {
      answer.destroy()
      throw refused
    }
    try {
      return await readBounded(answer, { file, maxBytes })
    } catch (error) {
      throw asOffline(error, url, signal)
    }
  }
  return {
    bytes,
    async json(url, shape) {
      const text = await bytes(url, { file: url.pathname, maxBytes: MAX_JSON_BYTES, accept: 'application/json' })
      try {
        return shape.parse(JSON.parse(text.toString('utf8')))
      } catch (cause) {
        throw badAnswer(url, 'JSON', cause)
      }
    },
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  const next = URL.parse(location, url.href)
  if (!next) throw badAnswer(url, 'redirect')
  // What began encrypted stays so.
  if (url.protocol === 'https:' && next.protocol !== 'https:')
    throw new AppError('install.redirect', { params: { host: url.host, to: next.href } })
  return next
}

/** Undefined: it is an answer. */
function refusalOf({ statusCode = 0, headers }: IncomingMessage, url: URL): AppError | undefined {
  if (statusCode >= 200 && statusCode < 300) return undefined
  const shown = `${url.origin}${url.pathname}`
  if (statusCode === 404 || statusCode === 410) return new AppError('install.not_found', { params: { url: shown } })
  const isLimited =
    statusCode === 429 || (statusCode === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined))
  if (isLimited) return new AppError('install.rate_limited', { params: { host: url.host, until: untilOf(headers) } })
  if (statusCode === 401 || statusCode === 403) return new AppError('install.refused', { params: { url: shown, status: statusCode } })
  return badAnswer(url, String(statusCode))
}

function untilOf(headers: IncomingMessage['headers']): string {
  const reset = Number(headers['x-ratelimit-reset'])
  if (Number.isSafeInteger(reset) && reset > 0) return new Date(reset * 1000).toISOString()
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? `+${seconds} s` : '?'
}

function asOffline(error: unknown, url: URL, signal: AbortSignal): unknown {
  signal.throwIfAborted()
  if (!(error instanceof Error) || error instanceof AppError) return error
  const detail = 'code' in error ? String(error.code) : error.message
  return new AppError('install.offline', { params: { host: url.host, detail }, cause: error })
}

function badAnswer({ host }: URL, detail: string, cause?: unknown): AppError {
  return new AppError('install.bad_answer', { params: { host, detail }, cause })
}
