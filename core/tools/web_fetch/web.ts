import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { ContactPurpose } from '../../contract/contacts.ts'
import { contactingFor } from '../../platform/index.ts'
import { errorCode } from '../files/missing.ts'
import { limits } from '../limits.ts'
import { ToolFailure } from '../types.ts'
import { createPublicAddressCheck } from './public-address.ts'

/** The way to the network. */
export interface WebAccess {
  /** Every address of a host. Rejects with the system's error. */
  resolve(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
}

/** The public internet, and nothing of this machine or its networks. */
export function publicWeb(): WebAccess {
  return {
    resolve: async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address),
    isAllowed: createPublicAddressCheck(),
  }
}

export interface FetchedPage {
  readonly url: URL
  readonly status: number
  readonly statusText: string
  readonly contentType: string
  readonly body: Buffer
  /** The page is longer; the rest was not fetched. */
  readonly isCut: boolean
}

/** Fetches a page, redirects on its host followed. `ToolFailure` for everything the web can do wrong. */
export async function fetchPage(
  first: URL,
  { web, purpose }: { readonly web: WebAccess; readonly purpose: ContactPurpose },
  signal: AbortSignal,
): Promise<FetchedPage> {
  const limit = AbortSignal.timeout(limits.web.timeoutMs)
  const cut = AbortSignal.any([signal, limit])
  try {
    let url = first
    for (let redirects = 0; ; redirects++) {
      const answer = await contactingFor(purpose, () => open(url, web, cut))
      const next = redirectOf(answer, url)
      if (!next) return await read(answer, url, cut)
      answer.destroy()
      if (redirects === limits.web.redirects) throw new ToolFailure(`${first} redirects more than ${limits.web.redirects} times.`)
      if (!isSameSite(next, url)) {
        throw new ToolFailure(`${url} redirects to another host: ${next}. Call web_fetch with that address if it is wanted.`)
      }
      url = next
    }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) throw new ToolFailure(`${first} did not come within ${limits.web.timeoutMs / 1000} s.`, { errorClass: 'timeout' })
    throw asFailure(error, first)
  }
}

async function open(url: URL, web: WebAccess, signal: AbortSignal): Promise<IncomingMessage> {
  const lookup = await guardedLookup(url, web, signal)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, { agent: false, lookup, signal, headers: HEADERS })
    request.once('response', resolve)
    request.on('error', reject)
    request.end()
  })
}

/**
 * Rejects addresses before anything is sent (`ToolFailure`); a connection made with the answer goes to the very addresses that
 * were looked at.
 */
export async function guardedLookup(url: URL, web: WebAccess, signal: AbortSignal): Promise<LookupFunction> {
  const { refused, lookup } = await lookUp(url, web, signal)
  if (refused !== undefined) {
    throw new ToolFailure(`${url.hostname} leads to ${refused}, which is not a public address; only public pages can be fetched.`)
  }
  return lookup
}

/** Where a host leads. `refused`: an address of it that may not be reached; then nothing must be sent. Rejects with the system's error. */
export async function lookUp(
  { hostname }: URL,
  web: WebAccess,
  signal: AbortSignal,
): Promise<{ readonly refused: string | undefined; readonly lookup: LookupFunction }> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await orAborted(web.resolve(host), signal)
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  const [only = { address: '', family: 4 }] = known
  return {
    refused: addresses.find((address) => !web.isAllowed(address)),
    lookup: (_host, options, done) => (options.all ? done(null, known) : done(null, only.address, only.family)),
  }
}

const HEADERS = {
  'user-agent': 'MewCode (web_fetch)',
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
}

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return undefined
  return webUrl(location, url)
}

/** An address that may be fetched. `ToolFailure` when it is none. */
export function webUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new ToolFailure(`${text} is not an address.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ToolFailure(`${text}: only http and https are fetched.`)
  if (url.username !== '' || url.password !== '') throw new ToolFailure('An address with a name or password in it is not fetched.')
  return url
}

/** Who allowed a host did not allow another. */
function isSameSite(a: URL, b: URL): boolean {
  return bareHost(a) === bareHost(b)
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '').replace(/\.$/, '')
}

async function read(answer: IncomingMessage, url: URL, signal: AbortSignal): Promise<FetchedPage> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Counted as it comes out: a small answer may unpack to any size.
  for await (const chunk of unpacked(answer)) {
    signal.throwIfAborted()
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > limits.web.bytes) break
  }
  answer.destroy()
  return {
    url,
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    contentType: answer.headers['content-type'] ?? '',
    body: Buffer.concat(chunks).subarray(0, limits.web.bytes),
    isCut: bytes > limits.web.bytes,
  }
}

function unpacked(answer: IncomingMessage): Readable {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase()
  const unpack =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined
  // What goes wrong surfaces where the unpacked stream is read.
  return unpack ? pipeline(answer, unpack, () => undefined) : answer
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const cut = Promise.withResolvers<never>()
  const onAbort = (): void => cut.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, cut.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function asFailure(error: unknown, url: URL): unknown {
  const code = errorCode(error)
  if (error instanceof ToolFailure || code === undefined) return error
  const words: Readonly<Record<string, string>> = {
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'the name could not be looked up',
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was cut',
    ETIMEDOUT: 'the host did not answer',
    ENETUNREACH: 'the network cannot be reached',
    EHOSTUNREACH: 'the host cannot be reached',
  }
  return new ToolFailure(`${url} could not be fetched: ${words[code] ?? code}.`, { errorClass: 'network' })
}
