import { afterEach, describe, expect, it } from 'vitest'
import { contentText } from '../contract/content-text.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import { connectCore, followSession, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close({ refusals: true })
})

/** Waits of a second and more are over at once, and written down. */
function skippingClock(): Clock & { readonly skipped: readonly number[] } {
  const skipped: number[] = []
  let ahead = 0
  return {
    skipped,
    now: () => systemClock.now() + ahead,
    wait: (ms, signal) => (ms < 100 ? systemClock.wait(ms, signal) : Promise.resolve(void (skipped.push(ms), (ahead += ms)))),
  }
}

const overloaded: ModelStep = { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } }
const writes = (path: string): ModelStep => ({ calls: [{ name: 'write_file', input: { path, content: 'x' } }] })

describe.each(['anthropic', 'openai', 'openai-responses'] as const)('calls that cannot run, over %s', (protocol) => {
  it('answers invalid JSON with what is wrong and runs nothing', async () => {
    const app = await connect({
      protocol,
      script: [{ calls: [{ name: 'write_file', raw: '{"path": "a.txt", "content": "x"' }] }, { text: 'ok' }],
    })
    const end = await app.run('go', { mode: 'bypassPermissions' })
    expect(end.stopReason).toBe('end_turn')
    expect(app.project.has('a.txt')).toBe(false)
    expect(contentText(app.events.of('tool.finished')[0]?.content ?? [])).toMatch(/not valid JSON/)
  })

  it('names the field that does not fit, and reads no arguments at all as {}', async () => {
    const app = await connect({ protocol, script: [{ calls: [{ name: 'read_file', raw: '' }] }, { text: 'ok' }] })
    await app.run('go')
    expect(app.events.of('tool.requested')[0]?.input).toEqual({})
    expect(contentText(app.events.of('tool.finished')[0]?.content ?? [])).toMatch(/do not fit read_file\.\n- path: /)
  })

  it('runs no call of an answer that hit its length limit, and says to send it smaller', async () => {
    const app = await connect({
      protocol,
      script: [{ ...writes('a.txt'), stop: protocol === 'anthropic' ? 'max_tokens' : 'length' }, { text: 'ok' }],
    })
    const end = await app.run('go', { mode: 'bypassPermissions' })
    expect(end.stopReason).toBe('end_turn')
    expect(app.project.has('a.txt')).toBe(false)
    expect(contentText(app.events.of('tool.finished')[0]?.content ?? [])).toMatch(/Re-issue the call smaller/)
  })

  it('ends after three rounds of nothing but unknown tools, with a history that goes on', async () => {
    const unknown: ModelStep = { calls: [{ name: 'no_such_tool', input: {} }], unoffered: true }
    const app = await connect({ protocol, script: [unknown, unknown, unknown, { text: 'ok' }] })
    const sessionId = await app.newSession()
    expect((await app.run('go', { sessionId })).stopReason).toBe('unknown_tools')
    expect(app.events.of('tool.finished')).toHaveLength(3)
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
  })
})

describe('retries', () => {
  it('waits and tries again while nothing was said, at least as long as the vendor asks', async () => {
    const clock = skippingClock()
    const app = await connect({
      clock,
      script: [overloaded, { ...overloaded, status: 429, headers: { 'retry-after': '7' } }, { text: 'ok' }],
    })
    const end = await app.run('go')
    expect(end).toMatchObject({ stopReason: 'end_turn', text: 'ok' })
    const retries = app.events.of('retry')
    expect(retries.map(({ attempt, maxAttempts }) => [attempt, maxAttempts])).toEqual([
      [1, 6],
      [2, 6],
    ])
    expect(retries[1]?.delayMs).toBeGreaterThanOrEqual(7_000)
    expect(clock.skipped.at(-1)).toBe(retries[1]?.delayMs)
    expect(app.events.of('stream.discarded')).toEqual([])
  })

  it('gives up after six requests and ends with what the vendor said; the next prompt works', async () => {
    const clock = skippingClock()
    const app = await connect({ clock, script: [...Array<ModelStep>(6).fill(overloaded), { text: 'ok' }] })
    const sessionId = await app.newSession()
    const end = await app.run('go', { sessionId })
    expect(end).toMatchObject({ stopReason: 'error', error: { code: 'provider.overloaded' } })
    expect(app.model.requests).toHaveLength(6)
    expect(clock.skipped.every((ms) => ms <= 30_000)).toBe(true)
    expect(app.events.of('retry')).toHaveLength(5)
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
    // Five failures in a minute: the next turn waits until the provider has rested.
    expect(app.events.of('retry').at(-1)?.code).toBe('provider.resting')
  })

  it('takes back what a broken stream had said before it tries again', async () => {
    const app = await connect({ clock: skippingClock(), script: [{ text: 'half an ans', cutAfter: 4 }, { text: 'whole' }] })
    const sessionId = await app.newSession()
    const view = await followSession(app, sessionId)
    await app.run('go', { sessionId })
    expect(app.events.of('stream.discarded')).toHaveLength(1)
    expect(view().rows.map((row) => (row.kind === 'text' ? row.text : row.kind))).toEqual(['user', 'whole', 'ending'])
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
  })

  it.each([1, 2, 3, 4, 5, 6])('never runs a call of a stream cut after event %i', async (cutAfter) => {
    const app = await connect({
      clock: skippingClock(),
      providerYaml: '    max_retries: 1\n',
      script: [{ ...writes('x.txt'), cutAfter }, { text: 'ok' }],
    })
    const end = await app.run('go', { mode: 'bypassPermissions' })
    expect(end.stopReason).toBe('end_turn')
    expect(app.project.has('x.txt')).toBe(false)
  })

  it("keeps the last try's words, marked interrupted, when no try is left", async () => {
    const app = await connect({ providerYaml: '    max_retries: 0\n', script: [{ text: 'half an ans', cutAfter: 4 }, { text: 'ok' }] })
    const sessionId = await app.newSession()
    const view = await followSession(app, sessionId)
    const end = await app.run('go', { sessionId })
    expect(end).toMatchObject({ stopReason: 'error', error: { code: 'provider.truncated' } })
    expect(view().rows).toMatchObject([{ kind: 'user' }, { kind: 'text', interrupted: true }, { kind: 'ending' }])
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
  })

  it('does not try again what will fail again, and keeps the key out of everything', async () => {
    const app = await connect({
      script: [
        {
          status: 401,
          body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key sk-planted-4f1c9a7e2b8d' } },
        },
      ],
    })
    const end = await app.run('go')
    expect(end).toMatchObject({ stopReason: 'error', error: { code: 'provider.auth' } })
    expect(app.model.requests).toHaveLength(1)
    expect(JSON.stringify(app.events.all)).not.toContain('sk-planted')
    expect(JSON.stringify(app.platform.lines)).not.toContain('sk-planted')
  })
})

describe('the order of calls', () => {
  it('runs reads side by side and changes alone, and answers in the order of the calls', async () => {
    const bash = (command: string) => ({ name: 'bash', input: { command } })
    const read = (path: string) => ({ name: 'read_file', input: { path } })
    const app = await connect({
      files: { 'a.txt': 'a', 'b.txt': 'b' },
      script: [{ calls: [bash('echo 1 > n'), bash('cat n; echo 2 > n'), read('n'), read('a.txt'), bash('cat n')] }, { text: 'ok' }],
    })
    await app.run('go', { mode: 'bypassPermissions' })
    const texts = new Map(app.events.of('tool.finished').map(({ toolCallId, content }) => [toolCallId, contentText(content)]))
    const inOrder = app.events.of('tool.requested').map(({ toolCallId }) => texts.get(toolCallId))
    expect(inOrder[1]).toContain('1')
    expect(inOrder[2]).toContain('2')
    expect(inOrder[4]).toContain('2')
  })
})
