import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { FetchLike } from '@modelcontextprotocol/client'
import type { ContactPurpose } from '../../contract/contacts.ts'
import { contactingFor, type WebRoute } from '../../platform/index.ts'
import { limitBody } from './limit-body.ts'

/** A server that cannot be connected to within this time is away. */
const CONNECT_MS = 15_000

/**
 * The `fetch` that servers over HTTP are spoken to with: through the machine's proxy where there is one, and never to where
 * an answer redirects it. `maxBytes`: of an answer, or of one event of a stream.
 */
export function createFetch(route: WebRoute, purpose: ContactPurpose, maxBytes?: number): FetchLike {
  return async (address, init = {}) => {
    const url = new URL(address)
    const agent = await route.agentFor(url)
    const answer = await contactingFor(purpose, () => send({ url, init, agent }))
    return toResponse(answer, maxBytes)
  }
}

interface Sending {
  readonly url: URL
  readonly init: RequestInit
  readonly agent: Agent
}

function send(sending: Sending, { fresh = false } = {}): Promise<IncomingMessage> {
  const { url, init, agent } = sending
  const isSecure = url.protocol === 'https:'
  const body = bodyOf(init.body)
  const headers = { ...Object.fromEntries(new Headers(init.headers).entries()), 'accept-encoding': 'identity' }
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: init.method ?? 'GET',
      headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: fresh ? false : agent,
      ...(init.signal && { signal: init.signal }),
    })
    const late = setTimeout(() => request.destroy(new Error(`no connection within ${CONNECT_MS / 1_000} s`)), CONNECT_MS)
    const connected = (): void => clearTimeout(late)
    request.once('socket', (socket) => {
      if (!socket.connecting) return connected()
      socket.once(isSecure ? 'secureConnect' : 'connect', connected)
    })
    request.once('close', connected)
    let hasAnswer = false
    request.once('response', (answer) => {
      hasAnswer = true
      resolve(answer)
    })
    request.on('error', (error) => {
      // The server had given up the idle connection just before: a new one is no second try.
      const wasStale = request.reusedSocket && !hasAnswer && 'code' in error && error.code === 'ECONNRESET' && !init.signal?.aborted
      if (wasStale) resolve(send(sending, { fresh: true }))
      else reject(error)
    })
    request.end(body)
  })
}

function bodyOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new TypeError('Only texts are sent.')
}

function toResponse(answer: IncomingMessage, maxBytes: number | undefined): Response {
  const status = answer.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (status < 200 || status === 204 || status === 205 || status === 304) {
    answer.resume()
    return new Response(null, { status: Math.max(status, 200), headers })
  }
  return new Response(webStream(limitBody(answer, maxBytes)), { status, headers })
}

/** Node's own conversion is not the type a page's `Response` takes, and this file is compiled beside pages too. */
function webStream(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => void (await iterator.return?.()),
  })
}
