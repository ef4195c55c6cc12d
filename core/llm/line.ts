import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ProviderConfig } from '../config/types.ts'
import { contactingFor, type WebRoute } from '../platform/index.ts'
import { ProviderError } from './types.ts'

/** One request on the wire: the `fetch` an SDK sends it through, and its answer's bytes, under the provider's time limits. */
export interface Line {
  /** Sends; the Response has status and headers, and a body only where the status is no success. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Aborted by the caller or by a time limit, whose `ProviderError('timeout')` is then the reason. */
  readonly signal: AbortSignal
  /** The next bytes of a successful answer; undefined at its end. Waiting is limited, not the reader's own pace. */
  read(): Promise<Uint8Array | undefined>
  /** Frees the socket. `complete`: the answer was read to its last event, so the connection may be used again. */
  close(complete: boolean): void
}

export interface LineOptions {
  readonly timeouts: ProviderConfig['timeouts']
  readonly route: WebRoute
  readonly signal: AbortSignal
}

// Node's own fetch cannot tell connecting from waiting and ends a silent answer after its own 300 s.
export function createLine({ timeouts, route, signal }: LineOptions): Line {
  const abort = new AbortController()
  const onAbort = (): void => abort.abort(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  let timer: NodeJS.Timeout | undefined
  let answer: IncomingMessage | undefined
  let bytes: AsyncIterator<Uint8Array> | undefined

  function limit(ms: number, words: string): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      abort.abort(new ProviderError('timeout', `${words} within ${Math.round(ms / 100) / 10} s`, { retryable: true }))
    }, ms)
  }

  return {
    signal: abort.signal,
    async fetch(input, init = {}) {
      limit(timeouts.connectMs, 'no connection')
      const url = new URL(input instanceof Request ? input.url : input)
      const agent = await route.agentFor(url).catch(noRoute)
      const onConnect = (): void => limit(timeouts.firstByteMs, 'no answer')
      answer = await contactingFor('model', () => send({ url, init, agent, signal: abort.signal, onConnect }))
      return toResponse(answer)
    },
    async read() {
      if (!answer) return undefined
      if (bytes) limit(timeouts.idleMs, 'no further data')
      bytes ??= answer[Symbol.asyncIterator]()
      const next = await bytes.next()
      clearTimeout(timer)
      return next.done ? undefined : next.value
    },
    close(complete) {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      if (complete && answer && bytes && !abort.signal.aborted) return void drain(answer, bytes)
      answer?.destroy()
      abort.abort()
    },
  }
}

/** The entry's `ca_file` cannot be read; the reason names it. */
function noRoute(cause: unknown): never {
  throw new ProviderError('unreachable', cause instanceof Error ? cause.message : String(cause), { cause })
}

interface Sending {
  readonly url: URL
  readonly init: RequestInit
  readonly agent: Agent
  readonly signal: AbortSignal
  readonly onConnect: () => void
}

function send(sending: Sending, { fresh = false } = {}): Promise<IncomingMessage> {
  const { url, init, agent, signal, onConnect } = sending
  const isSecure = url.protocol === 'https:'
  const body = typeof init.body === 'string' ? init.body : ''
  const headers = {
    ...Object.fromEntries(new Headers(init.headers).entries()),
    'accept-encoding': 'identity',
    'content-length': String(Buffer.byteLength(body)),
  }
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: init.method ?? 'GET',
      headers,
      signal,
      agent: fresh ? false : agent,
    })
    request.once('socket', (socket) => {
      if (!socket.connecting) return onConnect()
      socket.once(isSecure ? 'secureConnect' : 'connect', onConnect)
    })
    let hasAnswer = false
    request.once('response', (answer) => {
      hasAnswer = true
      resolve(answer)
    })
    request.on('error', (error) => {
      // The server had given up the idle connection just before: a new one is no second try.
      const wasStale = request.reusedSocket && !hasAnswer && 'code' in error && error.code === 'ECONNRESET' && !signal.aborted
      if (wasStale) resolve(send(sending, { fresh: true }))
      else reject(error)
    })
    request.end(body)
  })
}

const maxErrorBytes = 256 * 1024

async function toResponse(answer: IncomingMessage): Promise<Response> {
  const status = answer.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (status >= 200 && status < 300) return new Response(null, { status, headers })
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size > maxErrorBytes) break
  }
  headers.delete('content-length')
  return new Response(Buffer.concat(chunks).toString('utf8'), { status, headers })
}

/** Lets the answer's last bytes pass, so that the next step finds the connection open; not for long. */
async function drain(answer: IncomingMessage, bytes: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => answer.destroy(), 1000).unref()
  try {
    while (!(await bytes.next()).done);
  } catch (error) {
    // The events were complete; how the connection ends is nobody's concern, and a destroyed one says so here.
    if (!(error instanceof Error)) throw error
  } finally {
    clearTimeout(timer)
  }
}
