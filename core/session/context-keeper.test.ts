import { afterEach, describe, expect, it } from 'vitest'
import {
  connectCore,
  type ConnectedCore,
  type ConnectCoreOptions,
  type CoreWindow,
  type ModelScript,
  type ModelStep,
} from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
let refusals = false
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close({ refusals })
  refusals = false
})

const WINDOW = 20_000
const providerYaml = `    context_window: ${WINDOW}\n`
const long = 'a long answer of many words. '.repeat(900)
const tooLong = { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } }

type Body = Parameters<Extract<ModelScript, (...args: never[]) => unknown>>[0]
const isSummary = (body: Body): boolean => body['tools'] === undefined || JSON.stringify(body['tools']) === '[]'
const size = (body: Body): number => Math.ceil(JSON.stringify(body).length / 4)

const talker =
  (summary: () => ModelStep): ModelScript =>
  (body, n) =>
    isSummary(body) ? summary() : { pieces: [`${n} `, long], usage: { input: size(body), output: 6_525, cacheRead: 0, cacheWrite: 0 } }

async function talk({ rpc, events }: Pick<CoreWindow, 'rpc' | 'events'>, sessionId: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const { turnId } = await rpc.turns.start({ sessionId, text: `question ${turn}` })
    expect((await events.waitFor('turn.finished', (event) => event.turnId === turnId)).stopReason).toBe('end_turn')
  }
}

describe('a compaction that fails', () => {
  it('is tried three times, then only when asked; a resumed and a cleared session begin anew', async () => {
    let isBroken = true
    let asked = 0
    const app = await connect({
      providerYaml,
      script: talker(() => {
        asked += 1
        return { text: isBroken ? '<summary></summary>' : '<summary>works</summary>' }
      }),
    })
    const sessionId = await app.newSession()
    await talk(app, sessionId, 6)
    expect(asked).toBe(3)
    expect(app.events.of('notice').map(({ code }) => code)).toEqual([
      'compact.no_summary',
      'compact.no_summary',
      'compact.no_summary',
      'compact.stopped',
    ])
    // Opened again in the same process it is resumed.
    await app.rpc.sessions.open({ sessionId })
    await talk(app, sessionId, 1)
    expect(asked).toBe(4)
    // Resumed in a new process, with a model that sums up again.
    isBroken = false
    const next = await app.restart()
    await next.rpc.sessions.open({ sessionId })
    await talk(next, sessionId, 1)
    expect(next.events.of('compact.finished')).toMatchObject([{ ok: true, outcome: { kind: 'done', text: 'works' } }])
    // A cleared session has a breaker of its own.
    const cleared = await app.rpc.sessions.clear({ sessionId })
    expect(cleared).toMatchObject({ messages: 0, title: '' })
    await talk(app, cleared.id, 3)
    expect(app.events.of('compact.finished').at(-1)).toMatchObject({ sessionId: cleared.id, outcome: { kind: 'done' } })
    // The old one is where it was, and opening it again is resuming it.
    await app.rpc.sessions.open({ sessionId })
    expect((await app.rpc.sessions.list({})).map(({ id }) => id).toSorted()).toEqual([sessionId, cleared.id].toSorted())
  })

  it('works when a person asks although the breaker is open, which closes it', async () => {
    let isBroken = true
    const app = await connect({ providerYaml, script: talker(() => ({ text: isBroken ? '' : '<summary>works</summary>' })) })
    const sessionId = await app.newSession()
    await talk(app, sessionId, 6)
    isBroken = false
    expect((await app.rpc.sessions.compact({ sessionId })).kind).toBe('done')
    await talk(app, sessionId, 5)
    expect(app.events.of('compact.finished').at(-1)).toMatchObject({ trigger: 'automatic', outcome: { kind: 'done' } })
  })
})

describe('a conversation the vendor finds too long', () => {
  it('is summed up and sent again within the step', async () => {
    let overflows = 1
    const app = await connect({
      providerYaml: '    context_window: 200000\n',
      script: (body, n) => {
        if (isSummary(body)) return { text: '<summary>shorter</summary>' }
        if (JSON.stringify(body).includes('question 4') && overflows-- > 0) return { status: 400, body: tooLong }
        return { pieces: [`${n} `, long.repeat(2)] }
      },
    })
    const sessionId = await app.newSession()
    await talk(app, sessionId, 5)
    expect(app.events.of('compact.finished')).toMatchObject([{ trigger: 'overflow', outcome: { kind: 'done', text: 'shorter' } }])
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('shorter')
  })

  it('ends with the first error and its fix when nothing can be left out', async () => {
    const app = await connect({ providerYaml, script: () => ({ status: 400, body: tooLong }) })
    const end = await app.run('short')
    expect(end).toMatchObject({ stopReason: 'error', error: { code: 'provider.context_overflow' } })
    expect(end.error?.fix).not.toBe('')
    expect([app.model.requests.length, app.events.of('compact.started').length]).toEqual([1, 0])
  })

  it('leaves out the oldest of a summary request that is too long itself, and gives up in the end', async () => {
    const app = await connect({
      providerYaml: '    context_window: 200000\n',
      script: (body, n) => (isSummary(body) || n >= 5 ? { status: 400, body: tooLong } : { pieces: [`${n} `, long.repeat(2)] }),
    })
    const sessionId = await app.newSession()
    await talk(app, sessionId, 5)
    const end = await app.run('question 5', { sessionId })
    expect(end.error?.code).toBe('provider.context_overflow')
    const sizes = app.model.requests
      .map(({ body }) => body)
      .filter(isSummary)
      .map(size)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  })

  it('is left as it is when the person stops the turn meanwhile', async () => {
    const never = new Promise<never>(() => undefined)
    const app = await connect({
      providerYaml: '    context_window: 200000\n',
      script: (body, n) => {
        if (isSummary(body)) return { text: '<summary>never</summary>', gate: never }
        return n >= 4 ? { status: 400, body: tooLong } : { pieces: [`${n} `, long.repeat(2)] }
      },
    })
    const sessionId = await app.newSession()
    await talk(app, sessionId, 4)
    await app.rpc.turns.start({ sessionId, text: 'question 4' })
    await app.model.received(6)
    await app.rpc.turns.cancel({ sessionId })
    expect(app.events.of('turn.finished').at(-1)?.stopReason).toBe('cancelled')
    expect(app.events.of('compact.finished')).toMatchObject([{ ok: false, outcome: { kind: 'cancelled' } }])
    expect(app.events.of('compact.finished')[0]?.afterTokens).toBe(app.events.of('compact.started')[0]?.beforeTokens)
  })
})

it('asks instead of summing up by itself in a window that is too small for it', async () => {
  const app = await connect({ providerYaml: '    context_window: 11000\n', script: talker(() => ({ text: '<summary>no</summary>' })) })
  const sessionId = await app.newSession()
  await talk(app, sessionId, 3)
  expect(app.events.of('compact.started')).toEqual([])
  expect(app.events.of('notice').filter(({ code }) => code === 'compact.small_window')).toHaveLength(1)
})
