import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type ModelScript, type ModelServer, type ModelStep } from '../testing/model-server/index.ts'
import { createAnthropicAssembler } from './anthropic/assemble.ts'
import { createOpenAIAssembler } from './openai/assemble.ts'
import { createResponsesAssembler } from './openai-responses/assemble.ts'
import { collect, providerFor, requestWith, summary, user } from './fixtures.ts'
import type { StreamEvent } from './types.ts'

/** One scenario a fault of the wire, over every protocol it can happen in. */
let server: ModelServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

type Protocol = ModelServer['protocol']
const models = { anthropic: 'claude-sonnet-5-5', openai: 'gpt-5.4', 'openai-responses': 'gpt-5.4' }

async function ask(protocol: Protocol, script: ModelScript, config: Parameters<typeof providerFor>[0] = {}): Promise<StreamEvent[]> {
  server ??= await startModelServer({ protocol, script })
  const provider = providerFor({ protocol, baseUrl: server.baseUrl, ...config })
  return collect(provider.stream(requestWith([user('hi')], { model: models[protocol] }), new AbortController().signal))
}

const call = (path: string, id?: string) => ({ name: 'read_file', input: { path }, ...(id === undefined ? {} : { id }) })
const whole: ModelStep = { thinking: '深思 ', text: '你好🦀 café\nline two', calls: [call('漢字🦀.txt')] }
const calls = (events: readonly StreamEvent[]) => events.flatMap((event) => (event.type === 'tool_calls' ? event.calls : []))
const paths = (events: readonly StreamEvent[]) => calls(events).map(({ argumentsText }) => JSON.parse(argumentsText).path)

describe.each(['anthropic', 'openai', 'openai-responses'] as const)('%s', (protocol) => {
  it('gives the same events however the bytes are cut, with CR LF and comments between', async () => {
    const plain = summary(
      await ask(protocol, [whole, { ...whole, oneByte: true }, { ...whole, crlf: true, comments: true, oneByte: true }]),
    )
    const { calls: _, ...rest } = plain
    expect(rest).toMatchObject({ text: '你好🦀 café\nline two', thinking: '深思 ', end: 'tool_use' })
    for (let n = 0; n < 2; n++) {
      const events = await ask(protocol, [])
      expect({ ...summary(events), calls: undefined }).toEqual({ ...plain, calls: undefined })
      expect(paths(events)).toEqual(['漢字🦀.txt'])
    }
  })

  it.each([
    ['before headers', { hang: 'headers' }, 'timeout'],
    ['after headers', { hang: 'stream', cutAfter: 0 }, 'timeout'],
    ['in mid-stream', { text: 'so far', hang: 'stream', cutAfter: 2 }, 'timeout'],
  ] as const)('gives up on a server that hangs %s', async (_where, step, kind) => {
    const events = await ask(protocol, [step], { timeouts: { connectMs: 5000, firstByteMs: 80, idleMs: 80 } })
    expect(summary(events)['end']).toBe(`error:${kind}`)
  })

  it('takes half an event for what it is, and no call from it', async () => {
    const events = await ask(protocol, [{ ...whole, wrongJson: true }])
    expect([summary(events)['end'], calls(events)]).toEqual(['error:protocol', []])
  })

  it('goes without a count where the answer has none', async () => {
    const events = await ask(protocol, [{ text: 'ok', noUsage: true }])
    expect(summary(events)).toMatchObject({ text: 'ok', end: 'end_turn' })
  })

  it('takes two megabytes of arguments, in time that grows with them alone', async () => {
    const big = 'x'.repeat(2 * 1024 * 1024)
    const events = await ask(protocol, [{ calls: [call(big)], pieceChars: 65_536 }])
    expect(paths(events)[0]?.length).toBe(big.length)
  })

  it('sends half a sign on as a whole one', async () => {
    server = await startModelServer({ protocol, script: [{ text: 'ok' }] })
    const provider = providerFor({ protocol, baseUrl: server.baseUrl })
    const request = requestWith([user('cut 😀'.slice(0, -1))], { model: models[protocol] })
    expect(summary(await collect(provider.stream(request, new AbortController().signal)))['end']).toBe('end_turn')
    expect(server.refusals).toEqual([])
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{}, undefined],
  ])('reads how long to wait from %j, of 429 and 529 alike', async (headers, retryAfterMs) => {
    for (const status of [429, 529]) {
      const last = (await ask(protocol, (_body, n) => ({ status: n === 0 ? 429 : 529, headers }))).at(-1)
      expect(last?.type === 'error' && [last.error.status, last.error.retryAfterMs]).toEqual([status, retryAfterMs])
    }
  })

  it('does not wait for money', async () => {
    const body = {
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Limit', details: { error_code: 'enforced_spend_limit_reached' } },
    }
    const last = (await ask(protocol, [{ status: 429, body }])).at(-1)
    expect(last?.type === 'error' && [last.error.kind, last.error.retryable]).toEqual(['billing', false])
  })

  it.each([
    ['overloaded_error', 'overloaded', true],
    ['rate_limit_exceeded', 'rate_limited', true],
    ['server_error', 'server', true],
    ['invalid_request_error', 'bad_request', false],
  ])('classifies an error %s after 200', async (type, kind, retryable) => {
    const last = (await ask(protocol, [{ text: 'so far', error: { type, message: 'scripted' } }])).at(-1)
    expect(last?.type === 'error' && [last.error.kind, last.error.retryable]).toEqual([kind, retryable])
  })
})

it.each([
  [
    'anthropic',
    createAnthropicAssembler,
    [{ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'w' } }],
    (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } }),
  ],
  [
    'openai',
    createOpenAIAssembler,
    [{ choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'w' } }] } }] }],
    (text: string) => ({ choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }] }),
  ],
  [
    'openai-responses',
    createResponsesAssembler,
    [{ type: 'response.output_item.added', output_index: 0, item: { type: 'function_call', call_id: 'a', name: 'w' } }],
    (text: string) => ({ type: 'response.function_call_arguments.delta', output_index: 0, delta: text }),
  ],
] as const)('puts two megabytes in little pieces together without reading them again (%s)', (_protocol, create, opening, piece) => {
  const context = { provider: 'p', model: 'm', callId: (id: string) => id, requestId: () => ({}), costUsd: () => null }
  const assembler = create(context)
  const data = JSON.stringify(piece('sixteen letters.'))
  const startedAt = performance.now()
  for (const event of opening) Array.from(assembler.push({ name: '', data: JSON.stringify(event), complete: true }))
  let last = 0
  for (let n = 0; n < 128 * 1024; n++) {
    for (const event of assembler.push({ name: '', data, complete: true })) if (event.type === 'tool_preparing') last = event.bytes
  }
  expect(last).toBe(2 * 1024 * 1024)
  // Read anew with every piece it would take minutes; the rest is room for a busy machine.
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

describe('chat completions as others speak them', () => {
  const two = [call('a', 'call_a'), call('b', 'call_b')]

  it('keeps two calls apart that both come on index 0', async () => {
    expect(paths(await ask('openai', [{ calls: two, indexZero: true }]))).toEqual(['a', 'b'])
  })

  it('takes an id and a name that come with every piece once', async () => {
    const events = await ask('openai', [{ calls: two, repeatedIds: true }])
    expect(calls(events).map(({ toolCallId, name }) => [toolCallId, name])).toEqual([
      ['call_a', 'read_file'],
      ['call_b', 'read_file'],
    ])
    expect(paths(events)).toEqual(['a', 'b'])
  })

  it('never takes an answer without [DONE] for whole', async () => {
    const events = await ask('openai', [{ ...whole, noDone: true }])
    expect([summary(events)['end'], calls(events)]).toEqual(['error:truncated', []])
  })
})

describe('thinking that is bound to a different conversation', () => {
  const bound = 'messages.1.content.0: `thinking` block is bound to a different conversation and cannot be used here.'
  const refused: ModelStep = { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: bound } } }

  it('is met once by asking the vendor to drop it', async () => {
    server = await startModelServer({
      protocol: 'anthropic',
      script: ({ thinking }) => (JSON.stringify(thinking ?? {}).includes('drop_block') ? { text: 'ok' } : refused),
    })
    const provider = providerFor({ baseUrl: server.baseUrl })
    const run = () => collect(provider.stream(requestWith([user('hi')], { thinking: true }), new AbortController().signal))
    expect(summary(await run())).toMatchObject({ text: 'ok', end: 'end_turn' })
    expect(server.requests.map(({ body }) => body['thinking'])).toEqual([
      { type: 'adaptive', display: 'summarized' },
      { type: 'adaptive', display: 'summarized', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
    ])
    expect(server.requests[1]?.headers['anthropic-beta']).toBe('thinking-binding-controls-2026-08-01')
    await run()
    expect(server.requests).toHaveLength(3)
  })

  it('is sent no more where the vendor still refuses, and then the refusal stands', async () => {
    server = await startModelServer({ protocol: 'anthropic', script: () => refused })
    const events = await collect(
      providerFor({ baseUrl: server.baseUrl }).stream(requestWith([user('hi')], { thinking: true }), new AbortController().signal),
    )
    expect(summary(events)['end']).toBe('error:bad_request')
    expect(server.requests).toHaveLength(3)
  })
})
