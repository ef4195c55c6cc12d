import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

describe('an answer the vendor paused', () => {
  const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
  const paused: ModelStep = { text: 'let me look ', blocks: [search], stop: 'pause_turn' }

  it('goes back unchanged, and the next one goes on with it', async () => {
    const app = await connect({ script: [paused, { text: 'found' }, { text: 'next' }] })
    const sessionId = await app.newSession()
    expect(await app.run('go', { sessionId })).toMatchObject({ stopReason: 'end_turn', text: 'found' })
    const messages = JSON.stringify(app.model.requests[1]?.body['messages'])
    expect(messages).toContain(JSON.stringify(search))
    expect(messages).not.toContain('Continue.')
    expect(await app.run('again', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
  })

  it('is gone on with only so often', async () => {
    const app = await connect({ script: () => paused })
    expect((await app.run('go')).stopReason).toBe('end_turn')
    expect(app.model.requests).toHaveLength(6)
  })
})

it('says why a model refused, ends with it, and the session goes on', async () => {
  const details = { type: 'refusal', category: 'cyber', explanation: 'Not this.' }
  const app = await connect({ script: [{ text: 'I', stop: 'refusal', stopDetails: details }, { text: 'ok' }] })
  const sessionId = await app.newSession()
  expect(await app.run('go', { sessionId })).toMatchObject({ stopReason: 'refusal', text: 'I' })
  expect(app.model.requests).toHaveLength(1)
  expect(app.events.of('notice').map(({ code, params }) => [code, params['category'], params['explanation']])).toEqual([
    ['provider.refused', 'cyber', 'Not this.'],
  ])
  expect(await app.run('again', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
})

it.each([
  ['anthropic', 'model_context_window_exceeded', 'context_window'],
  ['openai', 'model_context_window_exceeded', 'context_window'],
  ['openai', 'content_filter', 'content_filter'],
  ['openai-responses', 'content_filter', 'content_filter'],
  ['openai-responses', 'max_output_tokens', 'max_tokens'],
  ['anthropic', 'stop_sequence', 'stop_sequence'],
] as const)('%s %s ends the turn with %s and runs no call', async (protocol, stop, stopReason) => {
  const call = { name: 'write_file', input: { path: 'x.txt', content: 'x' } }
  const isCut = stopReason !== 'stop_sequence' && stopReason !== 'max_tokens'
  const app = await connect({ protocol, script: [{ text: 'so', stop, ...(isCut ? { calls: [call] } : {}) }, { text: 'ok' }] })
  const sessionId = await app.newSession()
  expect((await app.run('go', { sessionId, mode: 'bypassPermissions' })).stopReason).toBe(stopReason)
  expect(app.project.has('x.txt')).toBe(false)
  expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
})

describe.each(['anthropic', 'openai', 'openai-responses'] as const)('a golden stream over %s, cut after each of its events', (protocol) => {
  it('is never a success, runs no call, and the next turn works', async () => {
    const golden: ModelStep = {
      thinking: 'hm 深思',
      text: 'two pieces',
      calls: [{ name: 'write_file', input: { path: 'x.txt', content: 'x' } }],
    }
    let cutAfter = 0
    let isCut = true
    const app = await connect({
      protocol,
      providerYaml: '    max_retries: 0\n    thinking: true\n',
      script: () => (isCut ? { ...golden, cutAfter, destroy: cutAfter % 2 === 1 } : { text: 'fine' }),
    })
    const sessionId = await app.newSession('bypassPermissions')
    const ends: (string | undefined)[] = []
    for (; ; cutAfter += 1) {
      isCut = true
      const turn = app.run('go', { sessionId })
      const end = await Promise.race([turn, app.events.waitFor('tool.requested', (event) => event.turnId !== '').then(() => undefined)])
      if (!end) {
        isCut = false
        await turn
        break
      }
      ends.push(end.error?.code)
      expect(app.project.has('x.txt')).toBe(false)
      isCut = false
      expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
    }
    expect(ends.length).toBeGreaterThan(10)
    // Five in a row would rest the provider: each cut is followed by a whole answer.
    expect(new Set(ends)).toEqual(new Set(['provider.truncated']))
  }, 60_000)
})

it('thinks through tool use, and sends back what it thought as it was', async () => {
  const read = { name: 'read_file', input: { path: 'a.txt' } }
  const redacted = { type: 'redacted_thinking', data: 'b64é==' }
  const app = await connect({
    files: { 'a.txt': 'x' },
    providerYaml: '    thinking: true\n',
    script: [
      { thinking: ' first 深思 ', blocks: [redacted], calls: [read] },
      { thinking: 'second', text: ' ', calls: [read] },
      { text: 'done' },
    ],
  })
  expect((await app.run('go')).stopReason).toBe('end_turn')
  expect(app.model.requests.map(({ body }) => body['thinking'])).toEqual(Array(3).fill({ type: 'adaptive', display: 'summarized' }))
  const last = JSON.stringify(app.model.requests[2]?.body['messages'])
  expect(last).toContain('"thinking":" first 深思 "')
  expect(last).toContain(JSON.stringify(redacted))
})

it('refuses a budget for thinking that leaves nothing to answer with, and keeps the prompt', async () => {
  const app = await connect({ providerYaml: '    max_tokens: 4000\n    thinking: { budget: 4000 }\n' })
  const sessionId = await app.newSession()
  await expect(app.rpc.turns.start({ sessionId, text: 'x' })).rejects.toMatchObject({ code: 'provider.thinking_budget' })
})
