import { afterEach, describe, expect, it } from 'vitest'
import { startModelServer, type Json, type ModelServer, type ModelServerOptions, type ModelStep } from './index.ts'

let server: ModelServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type Protocol = ModelServerOptions['protocol']

async function start(
  protocol: Protocol,
  script: ModelServerOptions['script'] = () => ({ text: 'ok' }),
  key?: string,
): Promise<ModelServer> {
  server = await startModelServer({ protocol, script, ...(key === undefined ? {} : { key }) })
  return server
}

async function send(to: ModelServer, body: Json | string, headers: Record<string, string> = {}) {
  const path = to.baseUrl.endsWith('/v1') ? '/chat/completions' : '/v1/messages'
  const response = await fetch(to.baseUrl + path, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const text = await response.text()
  const message: unknown = response.ok ? '' : JSON.parse(text).error.message
  return { status: response.status, message }
}

const text = (said: string, more: Json = {}): Json => ({ type: 'text', text: said, ...more })
const use = (id: string, more: Json = {}): Json => ({ type: 'tool_use', id, name: 'read_file', input: {}, ...more })
const answer = (id: string, more: Json = {}): Json => ({ type: 'tool_result', tool_use_id: id, content: [text('done')], ...more })
const says = (role: string, ...content: readonly Json[]): Json => ({ role, content })
const mark = { cache_control: { type: 'ephemeral' } }
const tool = { name: 'read_file', description: 'Reads.', input_schema: { type: 'object' } }

function anthropic(messages: readonly unknown[], more: Json = {}): Json {
  return { model: 'm', max_tokens: 10, stream: true, tools: [tool], messages, ...more }
}

describe('as Anthropic, it refuses', () => {
  const hi = says('user', text('hi'))
  it.each<[string, Json, string | RegExp]>([
    ['no messages', anthropic([]), 'messages: at least one message is required'],
    ['no model', anthropic([hi], { model: undefined }), 'model: Field required'],
    ['no output limit', anthropic([hi], { max_tokens: undefined }), 'max_tokens: Field required'],
    ['an unknown role', anthropic([says('tool', text('hi'))]), "messages.0.role: Input should be 'user' or 'assistant'"],
    ['an answer first', anthropic([says('assistant', text('hi')), hi]), 'messages: first message must use the "user" role'],
    [
      'one role twice in a row',
      anthropic([hi, hi]),
      /roles must alternate between "user" and "assistant", but found multiple "user" roles in a row/,
    ],
    ['an answer last', anthropic([hi, says('assistant', text('hm'))]), /does not support assistant message prefill/],
    ['a message without content', anthropic([hi, says('assistant'), hi]), /messages.1: all messages must have non-empty content/],
    ['an empty text block', anthropic([says('user', text(''))]), 'messages: text content blocks must be non-empty'],
    ['a blank text block', anthropic([says('user', text(' \n'))]), 'messages: text content blocks must contain non-whitespace text'],
    ['a blank system block', anthropic([hi], { system: [text('')] }), 'system: text content blocks must be non-empty'],
    [
      'a blank text in a result',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a', { content: [text('')] }))]),
      /tool_result: text content blocks must be non-empty/,
    ],
    [
      'an empty result that is an error',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a', { content: [], is_error: true }))]),
      /content cannot be empty if `is_error` is true/,
    ],
    [
      'a call without a result',
      anthropic([hi, says('assistant', use('a'), use('b')), says('user', answer('a'))]),
      /messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b\./,
    ],
    [
      'a result after text',
      anthropic([hi, says('assistant', use('a')), says('user', text('so'), answer('a'))]),
      /without `tool_result` blocks immediately after: a\./,
    ],
    [
      'a result without a call',
      anthropic([says('user', answer('a'))]),
      /messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a\./,
    ],
    [
      'two results for one call',
      anthropic([hi, says('assistant', use('a')), says('user', answer('a'), answer('a'))]),
      /each tool_use must have a single result/,
    ],
    [
      'one call id twice',
      anthropic([hi, says('assistant', use('a'), use('a')), says('user', answer('a'))]),
      'messages: `tool_use` ids must be unique',
    ],
    [
      'a call id with strange signs',
      anthropic([hi, says('assistant', use('a b')), says('user', answer('a b'))]),
      /tool_use.id: String should match pattern/,
    ],
    [
      'a call name with strange signs',
      anthropic([hi, says('assistant', use('a', { name: 'a.b' })), says('user', answer('a'))]),
      /tool_use.name: String should match pattern/,
    ],
    [
      'a call whose input is no object',
      anthropic([hi, says('assistant', use('a', { input: 'x' })), says('user', answer('a'))]),
      /tool_use.input: Input should be a valid dictionary/,
    ],
    ['a call in a user message', anthropic([says('user', use('a'))]), /`tool_use` blocks can only be in `assistant` messages/],
    ['a result in an answer', anthropic([hi, says('assistant', answer('a')), hi]), /`tool_result` blocks can only be in `user` messages/],
    [
      'an answer that ends in thinking',
      anthropic([hi, says('assistant', { type: 'thinking', thinking: 'x', signature: 's' }), hi]),
      /final block in an assistant message cannot be `thinking`/,
    ],
    [
      'thinking without a signature',
      anthropic([hi, says('assistant', { type: 'thinking', thinking: 'x' }, text('y')), hi]),
      /thinking.signature: Field required/,
    ],
    ['a block without a type', anthropic([says('user', { text: 'x' })]), /content.0.type: Field required/],
    [
      'five cache marks',
      anthropic([says('user', text('a', mark), text('b', mark), text('c', mark))], {
        system: [text('s', mark)],
        tools: [{ ...tool, ...mark }],
      }),
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    ['half a character', anthropic([says('user', text('a\ud83d'))]), /no low surrogate in string/],
    ['two tools of one name', anthropic([hi], { tools: [tool, tool] }), 'tools: Tool names must be unique.'],
    [
      'a tool name with strange signs',
      anthropic([hi], { tools: [{ ...tool, name: 'a.b' }] }),
      /tools.0.custom.name: String should match pattern/,
    ],
    ['a tool without a schema', anthropic([hi], { tools: [{ name: 'a' }] }), /tools.0.custom.input_schema.type: Field required/],
  ])('%s', async (_what, body, message) => {
    const to = await start('anthropic')
    expect(await send(to, body)).toEqual({ status: 400, message: expect.stringMatching(message) })
    expect(to.refusals).toHaveLength(1)
  })

  it('thinking that was changed', async () => {
    const to = await start('anthropic', () => ({ thinking: 'as it was', text: 'so' }))
    const path = `${to.url}/v1/messages`
    const stream = await (await fetch(path, { method: 'POST', body: JSON.stringify(anthropic([hi])) })).text()
    const signature = /"signature":"(sig-[^"]+)"/.exec(stream)?.[1]
    const thought = (thinking: string) =>
      anthropic([hi, says('assistant', { type: 'thinking', thinking, signature }, text('so')), says('user', text('go on'))])
    expect(await send(to, thought('as it is not'))).toEqual({ status: 400, message: expect.stringContaining('cannot be modified') })
    const forged = says('assistant', { type: 'thinking', thinking: 'as it was', signature: `${signature}x` }, text('so'))
    expect(await send(to, anthropic([hi, forged, hi]))).toEqual({
      status: 400,
      message: 'messages: Invalid `signature` in `thinking` block',
    })
    expect((await send(to, thought('as it was'))).status).toBe(200)
  })
})

describe('as OpenAI, it refuses', () => {
  const hi = { role: 'user', content: 'hi' }
  const calling = (...ids: readonly string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read_file', arguments: '{}' } })),
  })
  const withCall = (id: string, called: Json) => [
    hi,
    { ...calling(), tool_calls: [{ id, type: 'function', function: called }] },
    { role: 'tool', tool_call_id: id, content: 'x' },
  ]
  const openai = (messages: readonly unknown[], more: Json = {}): Json => ({ model: 'm', stream: true, messages, ...more })
  it.each<[string, Json, string | RegExp]>([
    ['no messages', openai([]), /Invalid 'messages': empty array/],
    ['no model', openai([hi], { model: undefined }), 'you must provide a model parameter'],
    ['two output limits', openai([hi], { max_tokens: 1, max_completion_tokens: 1 }), /at the same time is not supported/],
    ['usage wished for without a stream', openai([hi], { stream: false, stream_options: {} }), /only allowed when 'stream' is enabled/],
    ['an unknown role', openai([{ role: 'model', content: 'x' }]), /Invalid value: 'model'/],
    ['a second system message', openai([hi, { role: 'system', content: 'x' }]), 'System message must be at the beginning.'],
    ['no content', openai([{ role: 'user', content: null }]), /expected a string, got null/],
    [
      'blank content',
      openai([{ role: 'user', content: ' ' }]),
      "Invalid request: the message at position 0 with role 'user' must not be empty",
    ],
    [
      'a blank result',
      openai([hi, calling('a'), { role: 'tool', tool_call_id: 'a', content: '' }]),
      /position 2 with role 'tool' must not be empty/,
    ],
    [
      'a call without a result',
      openai([hi, calling('a', 'b'), { role: 'tool', tool_call_id: 'a', content: 'x' }, hi]),
      /did not have response messages: b$/,
    ],
    ['a last call without a result', openai([hi, calling('a')]), /did not have response messages: a$/],
    [
      'a result without a call',
      openai([hi, { role: 'tool', tool_call_id: 'a', content: 'x' }]),
      /must be a response to a preceeding message/,
    ],
    [
      'a result for another call',
      openai([hi, calling('a'), { role: 'tool', tool_call_id: 'b', content: 'x' }]),
      /'tool_call_id' of 'b' not found/,
    ],
    ['no calls where calls are named', openai([hi, { ...calling(), content: 'x' }, hi]), /tool_calls': empty array/],
    [
      'a call id that is too long',
      openai(withCall('x'.repeat(41), { name: 'a', arguments: '{}' })),
      /maximum length 40, but got a string with length 41/,
    ],
    [
      'a call without an id',
      openai(withCall('', { name: 'a', arguments: '{}' })),
      /Missing required parameter: 'messages\[1\].tool_calls\[0\].id'/,
    ],
    [
      'a call name with strange signs',
      openai(withCall('a', { name: 'a.b', arguments: '{}' })),
      /function.name': string does not match pattern/,
    ],
    ['arguments that are no object', openai(withCall('a', { name: 'a', arguments: '{"x' })), /function.arguments': expected a JSON object/],
    ['half a character', openai([{ role: 'user', content: 'a\ud83d' }]), /lone surrogate/],
    ['an empty list of tools', openai([hi], { tools: [] }), /Invalid 'tools': empty array/],
    [
      'a tool name with strange signs',
      openai([hi], { tools: [{ type: 'function', function: { name: 'a.b' } }] }),
      /tools\[0\].function.name': string does not match/,
    ],
  ])('%s', async (_what, body, message) => {
    const to = await start('openai')
    expect(await send(to, body)).toEqual({ status: 400, message: expect.stringMatching(message) })
    expect(to.refusals).toHaveLength(1)
  })
})

describe.each(['anthropic', 'openai'] as const)('in both forms (%s)', (protocol) => {
  const said = (role: string, words: string): Json => (protocol === 'anthropic' ? says(role, text(words)) : { role, content: words })
  const offered = (name: string): Json => (protocol === 'anthropic' ? { ...tool, name } : { type: 'function', function: { name } })
  const body = (messages: readonly Json[], more: Json = {}): Json => ({
    model: 'm',
    max_tokens: 10,
    stream: true,
    tools: [offered('read_file')],
    messages,
    ...more,
  })
  const [hi, yes, next] = [said('user', 'hi'), said('assistant', 'yes'), said('user', 'next')]
  const system = (words: string): { messages: readonly Json[]; more: Json } =>
    protocol === 'anthropic'
      ? { messages: [], more: { system: [text(words)] } }
      : { messages: [{ role: 'system', content: words }], more: {} }

  it('refuses a missing and a wrong key', async () => {
    const to = await start(protocol, () => ({ text: 'ok' }), 'right')
    expect((await send(to, body([hi]))).status).toBe(401)
    expect((await send(to, body([hi]), { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await send(to, body([hi]), { authorization: 'Bearer right' })).status).toBe(200)
    expect((await send(to, body([hi]), { 'x-api-key': 'right' })).status).toBe(200)
  })

  it('refuses what is no JSON, and another path', async () => {
    const to = await start(protocol)
    expect((await send(to, '{"model":')).status).toBe(400)
    expect((await fetch(`${to.url}/elsewhere`, { method: 'POST' })).status).toBe(404)
  })

  it('accepts a conversation that only grows, and others beside it', async () => {
    const to = await start(protocol)
    expect((await send(to, body([hi]))).status).toBe(200)
    expect((await send(to, body([hi, yes, next]))).status).toBe(200)
    expect((await send(to, body([hi]))).status).toBe(200)
    expect((await send(to, body([hi, said('assistant', 'no'), next]))).status).toBe(200)
    expect((await send(to, body([hi, yes, next, yes, next]))).status).toBe(200)
    expect(to.refusals).toEqual([])
  })

  const one = system('one')
  const grown = [...one.messages, hi, yes, next, yes, next]
  it.each<[string, Json, string]>([
    ['an earlier message', body([...one.messages, hi, said('assistant', 'yes?'), next, yes, next], one.more), 'block 1 was '],
    ['the length', body([...one.messages, hi, yes, said('user', 'other')], one.more), 'block 2 was '],
    ['the tools', body(grown, { ...one.more, tools: [offered('read_file'), offered('other')] }), '`tools` are not the same'],
    [
      'the system prompt',
      body([...system('two').messages, ...grown.slice(one.messages.length)], system('two').more),
      '`system` is not the same',
    ],
  ])('refuses a conversation of which %s has changed, unless an epoch begins', async (_what, changed, reason) => {
    let step: ModelStep = { text: 'ok' }
    const to = await start(protocol, () => step)
    await send(to, body([...one.messages, hi], one.more))
    expect((await send(to, body(grown.slice(0, -2), one.more))).status).toBe(200)
    expect((await send(to, body(grown, one.more))).status).toBe(200)
    const { status, message } = await send(to, changed)
    expect([status, String(message).split(';').length, message]).toEqual([
      400,
      1,
      expect.stringContaining(`The conversation changed: ${reason}`),
    ])
    step = { text: 'ok', newEpoch: true }
    expect((await send(to, changed)).status).toBe(200)
  })

  it('lets a cache mark move', async () => {
    if (protocol === 'openai') return
    const to = await start(protocol)
    await send(to, body([says('user', text('hi', mark))]))
    expect((await send(to, body([hi, yes, says('user', text('next', mark))]))).status).toBe(200)
  })

  it('fails a step that calls a tool which was not offered, unless it says so', async () => {
    const call = { name: 'other', input: {} }
    const steps: ModelStep[] = [{ calls: [call] }, { calls: [call], unoffered: true }]
    let n = 0
    const to = await start(protocol, () => steps[n++] ?? {})
    expect(await send(to, body([hi]))).toEqual({ status: 400, message: 'The script calls other, which was not offered' })
    expect((await send(to, body([hi]))).status).toBe(200)
  })

  it('refuses a request the script has no step for, and takes no step for a refused one', async () => {
    const to = await start(protocol, [{ text: 'only' }])
    await send(to, body([]))
    expect((await send(to, body([hi]))).status).toBe(200)
    expect(await send(to, body([hi, yes, next]))).toEqual({ status: 400, message: 'The script has no step 1' })
  })
})
