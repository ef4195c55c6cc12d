import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { afterEach, expect, it } from 'vitest'
import type { McpHttpLaunch } from '../../config/types.ts'
import { createWebRoute } from '../../platform/index.ts'
import { createFetch } from './fetch.ts'
import { limitBody } from './limit-body.ts'
import { patientFetch } from './patient-fetch.ts'
import { openTransport } from './transport.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

type Answer = (request: IncomingMessage, response: ServerResponse, message: { id?: number; method?: string }) => void

async function listen(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString('utf8')))
    request.on('end', () => answer(request, response, text === '' ? {} : JSON.parse(text)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

const webFetch = createFetch(createWebRoute({ proxy: undefined, caFile: undefined }, { env: {} }), 'mcp')

async function connect(url: string, entry: Partial<McpHttpLaunch> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const launch = { url, headers: { 'x-own': 'secret' }, opensStream: true, ...entry } as McpHttpLaunch
  await client.connect(openTransport({ launch, fetch: webFetch }, { older: false }))
  closers.push(() => client.close())
  return client
}

const call = (client: Client) => client.callTool({ name: 'say' }, { timeout: 8_000 })

/** Greets, and leaves calls and streams to the test. */
function greets(answer: Answer): Answer {
  return (request, response, message) => {
    const { id, method } = message
    if (method === 'tools/call' || request.method === 'GET') return answer(request, response, message)
    if (id === undefined) return void response.writeHead(202).end()
    const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }
}

const stream = (response: ServerResponse): ServerResponse => response.writeHead(200, { 'content-type': 'text/event-stream' })
const event = (body: unknown, id?: string): string => `${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(body)}\n\n`
const done = { content: [{ type: 'text', text: 'done' }] }

it('a call whose connection dies is told at once, not at the end of its time', async () => {
  const url = await listen(
    greets((request, response) => {
      if (request.method === 'GET') return void response.writeHead(405).end()
      stream(response).write(': here\n\n')
      setImmediate(() => response.destroy())
    }),
  )
  const client = await connect(url)
  await expect(call(client)).rejects.toThrow('before the answer was there')
})

it('a stream that breaks off is taken up where it was, after the time the server asks for', async () => {
  let asked: number | undefined
  let brokeAt = 0
  const url = await listen(
    greets((request, response, { id }) => {
      if (request.method === 'POST') {
        asked = id
        brokeAt = performance.now()
        return void stream(response).end('id: 7\nretry: 120\ndata: \n\n')
      }
      if (request.headers['last-event-id'] !== '7') return void response.writeHead(405).end()
      expect(performance.now() - brokeAt).toBeGreaterThan(100)
      return void stream(response).end(event({ jsonrpc: '2.0', id: asked, result: done }, '8'))
    }),
  )
  const client = await connect(url)
  expect(await call(client)).toMatchObject(done)
})

it('a stream that always ends empty is not opened for ever, and its call ends too', async () => {
  let streams = 0
  const url = await listen(
    greets((request, response) => {
      if (request.method === 'POST') return void stream(response).end('id: 1\nretry: 1\ndata: \n\n')
      streams += 1
      return void stream(response).end('retry: 1\n\n')
    }),
  )
  const client = await connect(url)
  await expect(call(client)).rejects.toThrow('before the answer was there')
  expect(streams).toBeLessThanOrEqual(12)
})

it('`sse_stream: off` opens no stream of news, and still takes up a broken one', async () => {
  const gets: (string | undefined)[] = []
  const url = await listen(
    greets((request, response, { id }) => {
      if (request.method === 'POST') {
        asked = id
        return void stream(response).end('id: 7\nretry: 1\ndata: \n\n')
      }
      gets.push(request.headers['last-event-id']?.toString())
      return void stream(response).end(event({ jsonrpc: '2.0', id: asked, result: done }))
    }),
  )
  let asked: number | undefined
  const client = await connect(url, { opensStream: false })
  expect(await call(client)).toMatchObject(done)
  expect(gets).toEqual(['7'])
})

it('a redirect to another origin is not followed, so no header gets there', async () => {
  const seen: unknown[] = []
  const other = await listen((request, response) => {
    seen.push(request.headers)
    response.writeHead(200).end('{}')
  })
  const url = await listen((_, response) => void response.writeHead(307, { location: other }).end())
  await expect(connect(url)).rejects.toThrow('not followed')
  expect(seen).toEqual([])
})

it('comes back when a full server says when, three times at most, and not after an hour', async () => {
  const waits: number[] = []
  const now = Date.parse('2026-11-30T00:00:00Z')
  const clock = { now: () => now, wait: async (ms: number) => void waits.push(ms) }
  const answering = (...answers: [number, string?][]) => {
    let at = 0
    return patientFetch(async () => {
      const [status, after] = answers[at] ?? [200]
      at += 1
      return new Response(null, { status, headers: after === undefined ? {} : { 'retry-after': after } })
    }, clock)
  }
  const statusOf = async (...answers: [number, string?][]) => (await answering(...answers)('http://x/')).status
  expect(await statusOf([429, '2'], [503, 'Mon, 30 Nov 2026 00:00:05 GMT'])).toBe(200)
  expect(waits.splice(0)).toEqual([2_000, 5_000])
  expect(await statusOf([429, '1'], [429, '1'], [429, '1'])).toBe(429)
  expect(waits.splice(0)).toHaveLength(2)
  expect([await statusOf([503]), await statusOf([429, '3600']), await statusOf([500, '1'])]).toEqual([503, 429, 500])
  expect(waits).toEqual([])
})

it('an answer, or one event, that grows past every use fails; a long stream of small events does not', async () => {
  const read = async (pieces: string[]) => {
    let text = ''
    for await (const piece of limitBody(Readable.from(pieces.map((one) => Buffer.from(one))), 1_000)) text += piece
    return text.length
  }
  expect(await read(Array.from({ length: 100 }, () => `data: ${'x'.repeat(90)}\n\n`))).toBe(9_800)
  await expect(read(Array.from({ length: 20 }, () => 'x'.repeat(90)))).rejects.toThrow('in one answer')
})
