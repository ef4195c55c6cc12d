import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { connectCore, mcpYaml, type ConnectedCore } from '../testing/index.ts'

interface Rpc {
  id?: number
  method?: string
  params?: Record<string, unknown>
}
type Answer = (request: IncomingMessage, response: ServerResponse, message: Rpc) => void

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A server on the loopback; answers its address. */
async function listen(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => answer(request, response, pieces.length === 0 ? {} : JSON.parse(Buffer.concat(pieces).toString('utf8'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

async function open(entry: Record<string, unknown>, calls: { name: string; input: unknown }[] = []): Promise<ConnectedCore> {
  const core = await connectCore({
    script: [...calls.map((call) => ({ calls: [call] })), { text: 'done' }],
    providerYaml: mcpYaml({ web: entry }),
    env: { TOKEN: 'secret-token-1' },
  })
  closers.push(() => core.close())
  return core
}

const results: Record<string, unknown> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } },
  'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
  'tools/call': {
    content: [
      { type: 'text', text: '{"a":1}' },
      { type: 'hologram', x: 1 },
    ],
    structuredContent: { a: 1 },
  },
}

function answerJson(response: ServerResponse, { id, method = '' }: Rpc, headers: Record<string, string> = {}): void {
  if (id === undefined) return void response.writeHead(202).end()
  const body = results[method] === undefined ? { error: { code: -32601, message: `no ${method}` } } : { result: results[method] }
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
}

it('a streamable server gets its headers with every request, is initialised again when it has lost the session, and runs the call once', async () => {
  let session = 1
  let executed = 0
  const wrong: string[] = []
  const url = await listen((request, response, message) => {
    if (request.headers.authorization !== 'Bearer secret-token-1') wrong.push(`${request.method} ${message.method}`)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const isFirst = message.method === 'initialize' || message.method === 'server/discover'
    if (!isFirst && request.headers['mcp-session-id'] !== `s${session}`) return void response.writeHead(404).end()
    if (message.method === 'tools/call') executed += 1
    answerJson(response, message, message.method === 'initialize' ? { 'mcp-session-id': `s${session}` } : {})
  })
  const core = await open({ type: 'http', url, headers: { Authorization: 'Bearer ${TOKEN}' } }, [{ name: 'mcp__web__say', input: {} }])
  expect(await core.rpc.mcp.status({})).toMatchObject([
    { name: 'web', type: 'http', state: 'ready', protocolVersion: '2025-11-25', tools: 1 },
  ])
  session = 2
  await core.run('go', { mode: 'bypassPermissions' })
  const [result] = core.events.of('tool.finished')
  expect(result?.isError).toBe(false)
  expect(executed).toBe(1)
  expect(wrong).toEqual([])
  // Said once, though it came as text and as structure; what nobody knows is kept as JSON.
  const text = JSON.stringify(result?.content)
  expect(text.split(String.raw`{\"a\":1}`)).toHaveLength(2)
  expect(text).toContain('hologram')
})

it('a server of the older kind is reached by its stream of events', async () => {
  let stream: ServerResponse | undefined
  const url = await listen((request, response, message) => {
    if (request.method === 'GET') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream.write('event: endpoint\ndata: /mcp?session=1\n\n')
      return
    }
    if (!request.url?.includes('session=1')) return void response.writeHead(405).end()
    response.writeHead(202).end()
    const { id, method = '' } = message
    if (id !== undefined) stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })}\n\n`)
  })
  for (const type of ['http', 'sse']) {
    const core = await open({ type, url })
    expect(await core.rpc.mcp.status({})).toMatchObject([{ type, state: 'ready', tools: 1 }])
  }
})

it('says why an address cannot be used, without its query', async () => {
  const guarded = await listen((_, response) => void response.writeHead(401).end())
  const locked = await open({ type: 'http', url: guarded })
  expect(await locked.rpc.mcp.status({})).toMatchObject([{ state: 'needs_auth', problem: { code: 'mcp.needs_auth' } }])
  // A key of one's own that is wrong is no reason to sign in.
  const wrongKey = await open({ type: 'http', url: guarded, headers: { Authorization: 'Bearer ${TOKEN}' } })
  expect(await wrongKey.rpc.mcp.status({})).toMatchObject([{ state: 'failed', problem: { code: 'mcp.unauthorized' } }])
  const nobody = await open({ type: 'http', url: 'http://127.0.0.1:9/mcp?key=secret' })
  const [server] = await nobody.rpc.mcp.status({})
  expect(server?.problem).toMatchObject({ code: 'mcp.unreachable', params: { url: 'http://127.0.0.1:9/mcp' } })
})
