import type { AgentCard } from '@a2a-js/sdk'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createGuard, sameSecret } from '../../platform/loopback-guard.ts'
import { bindLoopback } from '../../platform/loopback-port.ts'
import { legacyCardOf, REST_PATH } from './card.ts'
import { createRestAnswer } from './rest-answer.ts'
import { createRpcAnswer } from './rpc-answer.ts'

const MAX_BODY = 1024 * 1024
const MAX_CONNECTIONS = 200

export interface ListenerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly token: string
  readonly handler: (origin: string) => A2ARequestHandler
  readonly onBug: (error: unknown) => void
}

export interface Listener {
  readonly origin: string
  close(): Promise<void>
}

/**
 * The loopback door of the protocol, in 1.0 and 0.3. The card is open to this machine, all else is for whoever shows the token; names
 * that were pointed at the loopback and foreign pages are turned away. `AppError('usage.port_unavailable')`.
 */
export async function listen({ port: wish, token, handler, onBug }: ListenerOptions): Promise<Listener> {
  const server = createServer()
  server.maxConnections = MAX_CONNECTIONS
  const port = await bindLoopback(server, wish)
  const origin = `http://127.0.0.1:${port}`
  const guard = createGuard(port)
  const answers = handler(origin)
  const [answerRpc, answerRest] = await Promise.all([createRpcAnswer(answers), createRestAnswer(answers)])
  const sdk = await import('@a2a-js/sdk')

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = guard(request)
    if (refusal) return send(response, refusal.status, { error: refusal.text })
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/.well-known/agent-card.json' && request.method === 'GET')
      return sendCard(request, response, await answers.getAgentCard())
    if (!isWelcome(request, token)) return sendUnauthorized(response)
    const isRest = path.startsWith(`${REST_PATH}/`)
    if (path !== '/a2a' && !isRest) return send(response, 404, { error: 'Not found' })
    if (request.method !== 'POST' && !(isRest && request.method === 'GET')) return send(response, 405, { error: 'Only POST' })
    if (request.method === 'POST' && !isJson(request)) return send(response, 415, { error: 'Only application/json' })
    const body = await readBody(request)
    if (body === undefined) return send(response, 413, { error: `At most ${MAX_BODY} bytes` })
    if (!isRest) return answerRpc(body, request, response)
    const route = `${request.method} ${path.slice(REST_PATH.length)}`
    if (!(await answerRest(route, body, request, response))) send(response, 404, { error: 'Not found' })
  }
  function sendCard({ headers }: IncomingMessage, response: ServerResponse, card: AgentCard): void {
    response.setHeader('vary', 'A2A-Version')
    // A client that does not say its version speaks 0.3.
    send(response, 200, headers['a2a-version']?.toString().startsWith('1') ? sdk.AgentCard.toJSON(card) : legacyCardOf(card))
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      onBug(error)
      if (response.headersSent) response.destroy()
      else send(response, 500, { error: 'Internal error' })
    })
  })
  return {
    origin,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/(?:a2a\+)?json\b/.test(headers['content-type'] ?? '')
}

function isWelcome({ headers }: IncomingMessage, token: string): boolean {
  const [, shown = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  return sameSecret(shown, token)
}

function sendUnauthorized(response: ServerResponse): void {
  response.setHeader('www-authenticate', 'Bearer')
  send(response, 401, { error: 'Show the token of this server' })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  // What was not read to its end must not be taken for the next request.
  response.writeHead(status, status >= 400 ? { ...headers, connection: 'close' } : headers).end(JSON.stringify(body))
}

/** Undefined: it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes > MAX_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
