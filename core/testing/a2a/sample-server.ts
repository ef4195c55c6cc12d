import type { AgentCard } from '@a2a-js/sdk'
import { AgentCard as cards, formatSSEErrorEvent, formatSSEEvent, SSE_HEADERS } from '@a2a-js/sdk'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type express from 'express'
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server'
import {
  type A2ARequestHandler,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server'
import { createSampleAgent, type SampleAgent } from './sample-agent.ts'

export interface SampleServer {
  readonly agent: SampleAgent
  readonly origin: string
  readonly cardUrl: string
  /** Every request: its method of JSON-RPC, or its path, and its headers. */
  readonly requests: readonly { readonly what: string; readonly headers: IncomingMessage['headers'] }[]
  /** Settles once that was asked. */
  saw(what: string): Promise<void>
  /** Cuts every stream that is open; what was asked goes on. */
  cut(): void
  close(): Promise<void>
}

export interface SampleServerOptions {
  readonly version?: '1.0' | '0.3'
  /** `HTTP+JSON`: the SDK's own Express handler answers, as in its sample. */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON'
  readonly streams?: boolean
  /** What its card names in place of its own address. */
  readonly endpoint?: string
  /** Answers before the agent does; true: it has. */
  readonly first?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** An agent as the SDK's samples run it, over a plain server: its request handler, its store, its transports of both versions. */
export async function startSampleServer({
  version = '1.0',
  binding = 'JSONRPC',
  streams = true,
  endpoint,
  first,
}: SampleServerOptions = {}): Promise<SampleServer> {
  const agent = createSampleAgent()
  const requests: { what: string; headers: IncomingMessage['headers'] }[] = []
  const waiting = new Set<() => void>()
  const note = (what: string, { headers }: IncomingMessage): void => {
    requests.push({ what, headers })
    for (const look of [...waiting]) look()
  }
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (first?.(request, response)) return
    if (binding === 'HTTP+JSON') return answerRest(request, response)
    void answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${address.port}`
  const url = endpoint ?? `${origin}/a2a`
  const card = cardOf(url, { version, binding, streams })
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), agent)
  const transport = version === '0.3' ? new LegacyJsonRpcTransportHandler(handler) : new JsonRpcTransportHandler(handler)

  const rest = binding === 'HTTP+JSON' ? await restApp(handler) : undefined
  function answerRest(request: IncomingMessage, response: ServerResponse): void {
    note(request.url ?? '', request)
    open.add(response.on('close', () => open.delete(response)))
    rest?.(request, response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      note(request.url ?? '', request)
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(version === '0.3' ? legacyCard(url, streams) : cards.toJSON(card)))
    }
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text) as Record<string, unknown>
    note(String(body['method']), request)
    const answered = await transport.handle(body, new ServerCallContext({ requestedVersion: version }))
    if (!(Symbol.asyncIterator in answered))
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(answered))
    response.writeHead(200, SSE_HEADERS)
    open.add(response)
    try {
      for await (const event of answered) response.write(formatSSEEvent(event))
    } catch (error) {
      response.write(
        formatSSEErrorEvent({ jsonrpc: '2.0', id: body['id'] ?? null, error: JsonRpcTransportHandler.mapToJSONRPCError(error) }),
      )
    }
    open.delete(response)
    response.end()
  }
  return {
    agent,
    origin,
    cardUrl: `${origin}/.well-known/agent-card.json`,
    requests,
    saw: (what) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!requests.some((request) => request.what === what)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    cut() {
      for (const response of open) response.destroy()
      open.clear()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** As the SDK's sample sets it up. */
async function restApp(requestHandler: A2ARequestHandler): Promise<express.Express> {
  const { default: express } = await import('express')
  const { agentCardHandler, restHandler, UserBuilder } = await import('@a2a-js/sdk/server/express')
  const legacyCompat = { enabled: true }
  const app = express()
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }))
  app.use('/a2a', restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }))
  return app
}

function cardOf(
  url: string,
  { version, binding, streams }: Required<Pick<SampleServerOptions, 'version' | 'binding' | 'streams'>>,
): AgentCard {
  return {
    name: 'Sample',
    description: 'echoes',
    version: '1.0.0',
    supportedInterfaces: [{ url, protocolBinding: binding, tenant: '', protocolVersion: version }],
    provider: undefined,
    capabilities: { streaming: streams, pushNotifications: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
    signatures: [],
  }
}

/** As agents of the older version describe themselves. */
function legacyCard(url: string, streaming: boolean) {
  const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'], skills: [] }
  const named = { name: 'Sample', description: 'echoes', version: '1.0.0' }
  return { ...named, ...modes, protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC', capabilities: { streaming } }
}
