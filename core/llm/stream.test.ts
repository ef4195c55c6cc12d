import { globalAgent } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startModelServer, type ModelScript, type ModelServer, type ServedProtocol } from '../testing/model-server/index.ts'
import { AppError } from '../contract/errors.ts'
import { createProvider, forgetfulMemory } from './index.ts'
import { collect, providerConfig, providerFor, requestWith, summary, user } from './fixtures.ts'
import type { Provider, StreamEvent } from './types.ts'

let server: ModelServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function scripted(protocol: ServedProtocol, script: ModelScript, config: Parameters<typeof providerFor>[0] = {}) {
  server = await startModelServer({ protocol, script, key: 'key-of-the-test' })
  const provider: Provider = providerFor({ protocol, baseUrl: server.baseUrl, ...config })
  return { server, provider, ask: (signal = new AbortController().signal) => provider.stream(requestWith([user('hi')]), signal) }
}

function errorOf(events: readonly StreamEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'error') throw new Error(`ended with ${last?.type}`)
  return last.error
}

describe.each(['anthropic', 'openai', 'openai-responses'] as const)('%s', (protocol) => {
  it('gives text, thinking, calls and usage as scripted', async () => {
    const { ask, server } = await scripted(protocol, [
      {
        thinking: 'let me think 深思 ',
        text: '你好🦀 café',
        calls: [
          { name: 'read_file', input: { path: '漢字🦀.txt' }, id: 'call_aaaaaaaa' },
          { name: 'read_file', raw: '', id: 'call_bbbbbbbb' },
        ],
        usage: { input: 1000, output: 200, cacheRead: 50 },
        oneByte: true,
      },
    ])
    expect(summary(await collect(ask()))).toEqual({
      text: '你好🦀 café',
      thinking: 'let me think 深思 ',
      calls: [
        { toolCallId: 'call_aaaaaaaa', name: 'read_file', argumentsText: '{"path":"漢字🦀.txt"}' },
        { toolCallId: 'call_bbbbbbbb', name: 'read_file', argumentsText: '' },
      ],
      usage: {
        inputTokens: 1000,
        outputTokens: 200,
        cacheReadTokens: 50,
        cacheWriteTokens: protocol === 'anthropic' ? 5 : 0,
        costUsd: protocol === 'anthropic' ? 0.0040225 : 0.00401,
      },
      end: 'tool_use',
    })
    expect(server.refusals).toEqual([])
  })

  it('never takes a stream for whole that lacks its last event, wherever it is cut', async () => {
    const step = { thinking: 'hm', text: 'two pieces', calls: [{ name: 'read_file', input: { path: 'a' } }] }
    const { ask, server } = await scripted(protocol, (_body, n) => ({ ...step, cutAfter: n, destroy: n % 2 === 1 }))
    const ends: string[] = []
    while (!ends.at(-1)?.startsWith('done')) {
      const events = await collect(ask())
      const last = events.at(-1)
      const calls = events.filter((event) => event.type === 'tool_calls').length
      ends.push(
        last?.type === 'error' ? `${last.error.kind}, retryable ${last.error.retryable}, calls ${calls}` : `${last?.type}, calls ${calls}`,
      )
    }
    expect(ends.length).toBeGreaterThan(8)
    expect(ends).toEqual([...ends.slice(1).map(() => 'truncated, retryable true, calls 0'), 'done, calls 1'])
    expect(server.refusals).toEqual([])
  })

  it('classifies refusals by status and type', async () => {
    const answers = [
      { status: 401, body: undefined, kind: 'auth', retryable: false },
      { status: 402, body: undefined, kind: 'billing', retryable: false },
      { status: 404, body: { error: { type: 'not_found_error', message: 'model: claude-x' } }, kind: 'model_not_found', retryable: false },
      { status: 404, body: '<html>not here</html>', kind: 'bad_request', retryable: false },
      {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: 'prompt is too long: 213462 tokens > 200000 maximum' } },
        kind: 'context_overflow',
        retryable: false,
      },
      {
        status: 400,
        body: { error: { code: 'context_length_exceeded', message: 'too long' } },
        kind: 'context_overflow',
        retryable: false,
      },
      {
        status: 429,
        body: { error: { type: 'rate_limit_error', message: 'token limit exceeded: 10000 tokens per minute' } },
        kind: 'rate_limited',
        retryable: true,
      },
      {
        status: 429,
        body: { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } },
        kind: 'billing',
        retryable: false,
      },
      { status: 500, body: undefined, kind: 'server', retryable: true },
      { status: 529, body: undefined, kind: 'overloaded', retryable: true },
    ]
    const { ask } = await scripted(protocol, (_body, n) => answers[n] ?? {})
    for (const { status, kind, retryable } of answers) {
      const error = errorOf(await collect(ask()))
      expect({ status: error.status, kind: error.kind, retryable: error.retryable }).toEqual({ status, kind, retryable })
    }
  })

  it('reads how long to wait, in milliseconds, seconds or as a date, and the advice not to retry', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    const headers = [{ 'retry-after-ms': '1500' }, { 'retry-after': '2' }, { 'retry-after': inAnHour }, { 'x-should-retry': 'false' }]
    const { ask } = await scripted(protocol, (_body, n) => ({ status: 429, headers: headers[n] ?? {} }))
    expect(errorOf(await collect(ask())).retryAfterMs).toBe(1500)
    expect(errorOf(await collect(ask())).retryAfterMs).toBe(2000)
    expect(errorOf(await collect(ask())).retryAfterMs).toBeGreaterThan(3_500_000)
    expect(errorOf(await collect(ask()))).toMatchObject({ kind: 'rate_limited', retryable: false })
  })

  it('classifies an error inside a stream that began with 200', async () => {
    const step = { text: 'so far', error: { type: 'overloaded_error', message: 'Overloaded' }, hang: 'stream' } as const
    const { ask, server } = await scripted(protocol, [step])
    const events = await collect(ask())
    expect(summary(events)).toMatchObject({ text: 'so far', end: 'error:overloaded' })
    expect(errorOf(events).retryable).toBe(true)
    expect(await server.requests[0]?.ended).toBe('aborted')
  })

  it('ends without a word when aborted in the middle of a stream, and frees the socket', async () => {
    const { ask, server } = await scripted(protocol, [{ pieces: ['one', 'two'], gate: new Promise(() => undefined) }])
    const abort = new AbortController()
    const seen: string[] = []
    for await (const event of ask(abort.signal)) {
      seen.push(event.type)
      if (event.type === 'text') abort.abort()
    }
    expect(seen.filter((type) => type !== 'usage')).toEqual(['text'])
    expect(await server.requests[0]?.ended).toBe('aborted')
  })

  it('ends without a word when aborted before any answer', async () => {
    const { ask, server } = await scripted(protocol, [{ hang: 'headers' }])
    const abort = new AbortController()
    const events = collect(ask(abort.signal))
    await server.received(1)
    abort.abort()
    expect(await events).toEqual([])
    expect(await server.requests[0]?.ended).toBe('aborted')
  })

  it('does not wait for a key once it is stopped', async () => {
    const config = providerConfig({ protocol })
    const locked = createProvider({
      config,
      resolveKey: () => new Promise(() => undefined),
      endpoints: forgetfulMemory(),
      env: {},
      log: { log: () => undefined },
    })
    const abort = new AbortController()
    const events = collect(locked.stream(requestWith([user('hi')]), abort.signal))
    setImmediate(() => abort.abort())
    expect(await events).toEqual([])
  })

  it('throws what the keychain throws, as it is', async () => {
    const missing = new AppError('internal', { params: { detail: 'no key' }, cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })
    const keyless = createProvider({
      config: providerConfig({ protocol }),
      resolveKey: () => Promise.reject(missing),
      endpoints: forgetfulMemory(),
      env: {},
      log: { log: () => undefined },
    })
    await expect(collect(keyless.stream(requestWith([user('hi')]), new AbortController().signal))).rejects.toBe(missing)
  })

  it('frees the socket of an iterator given up while it waits', async () => {
    const { ask, server } = await scripted(protocol, [{ hang: 'headers' }])
    const iterator = ask()[Symbol.asyncIterator]()
    const pending = iterator.next()
    await server.received(1)
    await iterator.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await server.requests[0]?.ended).toBe('aborted')
  })

  it('frees the socket when the consumer leaves its loop', async () => {
    const { ask, server } = await scripted(protocol, [{ pieces: ['one', 'two'], gate: new Promise(() => undefined) }])
    for await (const event of ask()) if (event.type === 'text') break
    expect(await server.requests[0]?.ended).toBe('aborted')
  })

  it('gives up when no first byte comes, and when the stream falls silent', async () => {
    const limits = { timeouts: { connectMs: 5000, firstByteMs: 60, idleMs: 60 } }
    const { ask, server } = await scripted(protocol, [{ hang: 'headers' }, { text: 'so far', hang: 'stream', cutAfter: 4 }], limits)
    const silent = await collect(ask())
    expect(errorOf(silent)).toMatchObject({ kind: 'timeout', message: 'no answer within 0.1 s', retryable: true })
    const idle = await collect(ask())
    expect(errorOf(idle)).toMatchObject({ kind: 'timeout', message: 'no further data within 0.1 s' })
    expect(await Promise.all(server.requests.map((request) => request.ended))).toEqual(['aborted', 'aborted'])
  })

  it('says the server is unreachable when nothing listens, and when the name is unknown', async () => {
    const { server } = await scripted(protocol, [])
    await server.close()
    for (const [baseUrl, detail] of [
      [server.baseUrl, 'ECONNREFUSED'],
      ['http://no-such-host.invalid/v1', 'no-such-host.invalid'],
    ] as const) {
      const error = errorOf(
        await collect(providerFor({ protocol, baseUrl }).stream(requestWith([user('hi')]), new AbortController().signal)),
      )
      expect(error).toMatchObject({ kind: 'unreachable', message: expect.stringContaining(detail) })
    }
  })

  it('gives up connecting when the other side accepts and then says nothing', async () => {
    const mute = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const provider = providerFor({
      protocol,
      baseUrl: `https://127.0.0.1:${port}`,
      timeouts: { connectMs: 60, firstByteMs: 5000, idleMs: 5000 },
    })
    const error = errorOf(await collect(provider.stream(requestWith([user('hi')]), new AbortController().signal)))
    expect(error).toMatchObject({ kind: 'timeout', message: 'no connection within 0.1 s' })
    mute.close()
  })

  it('sends no key of the environment and keeps the key out of what it says', async () => {
    const { server } = await scripted(protocol, (body) => ({
      status: 400,
      body: { error: { message: `bad ${String(body['model'])} key-of-the-test` } },
    }))
    const events = await collect(
      providerFor({ protocol, baseUrl: server.baseUrl }).stream(requestWith([user('hi')]), new AbortController().signal),
    )
    expect(errorOf(events).message).toBe('bad claude-sonnet-5-5 …')
    process.env['ANTHROPIC_API_KEY'] = process.env['OPENAI_API_KEY'] = 'key-of-the-environment'
    const keyless = providerFor({ protocol, baseUrl: server.baseUrl }, '')
    expect(errorOf(await collect(keyless.stream(requestWith([user('hi')]), new AbortController().signal))).kind).toBe('auth')
    expect(JSON.stringify(server.requests[1]?.headers)).not.toContain('key-of')
    expect(server.requests[1]?.headers).not.toHaveProperty('authorization')
    delete process.env['ANTHROPIC_API_KEY']
    delete process.env['OPENAI_API_KEY']
  })

  it('uses the connection of the step before', async () => {
    const { ask, server } = await scripted(protocol, [{ text: 'one' }, { text: 'two' }])
    await collect(ask())
    await vi.waitFor(() => expect(Object.keys(globalAgent.freeSockets).join()).toContain(new URL(server.url).port))
    await collect(ask())
    expect(server.connections()).toBe(1)
  })

  it('opens a new connection when the server has dropped the old one', async () => {
    const { ask, server } = await scripted(protocol, [{ text: 'one' }, { text: 'two' }])
    await collect(ask())
    const free = () =>
      Object.entries(globalAgent.freeSockets).flatMap(([name, sockets]) => (name.includes(new URL(server.url).port) ? (sockets ?? []) : []))
    await vi.waitFor(() => expect(free()).toHaveLength(1))
    // As when the server's end of the connection arrives only after the request was written.
    for (const socket of free())
      socket.write = () => {
        socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
        return true
      }
    expect(summary(await collect(ask()))).toMatchObject({ text: 'two', end: 'end_turn' })
  })

  it('says what came when it is no stream', async () => {
    const { ask } = await scripted(protocol, [
      { headers: { 'content-type': 'text/html' }, text: 'x' },
      { headers: { 'content-type': 'application/json' }, text: 'x' },
    ])
    expect(errorOf(await collect(ask())).kind).toBe('protocol')
    expect(errorOf(await collect(ask())).kind).toBe('protocol')
  })
})
