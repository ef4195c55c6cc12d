import { describe, expect, it } from 'vitest'
import { start, send, text, says, mark, tool } from './fixtures.ts'
import type { Json, ModelStep } from './index.ts'

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
