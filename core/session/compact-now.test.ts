import { afterEach, describe, expect, it } from 'vitest'
import {
  connectCore,
  followSession,
  type ConnectedCore,
  type ConnectCoreOptions,
  type ModelScript,
  type ModelStep,
} from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const WINDOW = 20_000
const providerYaml = `    context_window: ${WINDOW}\n`
const never = new Promise<never>(() => undefined)
const long = 'a long answer of many words. '.repeat(600)

type Body = Parameters<Extract<ModelScript, (...args: never[]) => unknown>>[0]
const isSummary = (body: Body): boolean => body['tools'] === undefined || JSON.stringify(body['tools']) === '[]'

/** Talks at length; `summary` answers each request for a summary. */
const talker =
  (summary: ModelStep | ((n: number) => ModelStep), answer = long): ModelScript =>
  (body, n) => {
    if (isSummary(body)) return typeof summary === 'function' ? summary(n) : summary
    return { pieces: [`${n} `, answer], usage: { input: Math.ceil(JSON.stringify(body).length / 4), cacheRead: 0, cacheWrite: 0 } }
  }

/** Three long turns: more than the newest that stay, less than what is summed up unasked. */
async function talk(app: ConnectedCore, turns = 2): Promise<string> {
  const sessionId = await app.newSession()
  for (let turn = 0; turn < turns; turn += 1) await app.run(`question ${turn}`, { sessionId })
  return sessionId
}

describe('a person who wants the conversation summed up', () => {
  it('gets it, with what they want kept told to the model, and goes on from it', async () => {
    const app = await connect({ providerYaml, script: talker({ text: 'thinking aloud <summary>all in short</summary>' }) })
    const sessionId = await talk(app)
    const view = await followSession(app, sessionId)
    const made = await app.rpc.sessions.compact({ sessionId, focus: 'the colour of the button' })
    expect(made.kind).toBe('done')
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('the colour of the button')
    expect(view().rows.at(-1)).toMatchObject({ kind: 'summary', trigger: 'asked', text: 'all in short', turnId: '' })
    expect(view()).toMatchObject({ session: { running: false }, compacting: undefined })
    expect(view().context.used).toBeLessThan(WINDOW / 2)
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    expect((await app.run('and now?', { sessionId })).stopReason).toBe('end_turn')
    const body = JSON.stringify(app.model.requests.at(-1)?.body)
    expect([body.includes('all in short'), body.includes('question 0')]).toEqual([true, false])
    // Its tokens are counted with the session's.
    expect(view().total.outputTokens).toBe(20 * 4)
  })

  it('is told when there is nothing to gain, and when the session is at work', async () => {
    const gate = Promise.withResolvers<void>()
    const app = await connect({ providerYaml, script: [{ text: 'short' }, { text: 'slow', gate: gate.promise }] })
    const sessionId = await talk(app, 1)
    await expect(app.rpc.sessions.compact({ sessionId })).rejects.toMatchObject({ code: 'compact.nothing' })
    await app.rpc.turns.start({ sessionId, text: 'more' })
    await expect(app.rpc.sessions.compact({ sessionId })).rejects.toMatchObject({ code: 'session.busy' })
    gate.resolve()
    await app.events.waitFor('turn.finished', ({ text }) => text === 'slow')
  })

  it('keeps the conversation as it was when the summary is longer, empty or refused', async () => {
    const answers: ModelStep[] = [
      { pieces: ['<summary>', 'longer '.repeat(20_000), '</summary>'] },
      { text: '<summary> </summary>' },
      { status: 401 },
      { text: '<summary>now</summary>' },
    ]
    const app = await connect({ providerYaml, script: talker(() => answers.shift() ?? {}) })
    const sessionId = await talk(app)
    const before = (await app.rpc.sessions.open({ sessionId })).rows
    for (const code of ['compact.no_gain', 'compact.no_summary', 'provider.auth'])
      await expect(app.rpc.sessions.compact({ sessionId })).rejects.toMatchObject({ code })
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(before)
    expect(await app.rpc.sessions.compact({ sessionId })).toMatchObject({ kind: 'done' })
  })

  it('can stop it; a prompt that waits meanwhile is sent after it', async () => {
    const gate = Promise.withResolvers<void>()
    const summaries: ModelStep[] = [
      { text: '<summary>never</summary>', gate: never },
      { text: '<summary>done</summary>', gate: gate.promise },
    ]
    const app = await connect({ providerYaml, script: talker(() => summaries.shift() ?? {}) })
    const sessionId = await talk(app)
    const view = await followSession(app, sessionId)
    const first = app.rpc.sessions.compact({ sessionId })
    await app.model.received(3)
    expect(view()).toMatchObject({ session: { running: true }, compacting: { trigger: 'asked' } })
    await app.rpc.turns.cancel({ sessionId })
    expect(await first).toEqual({ kind: 'cancelled' })
    const second = app.rpc.sessions.compact({ sessionId })
    await app.model.received(4)
    await app.rpc.turns.queue({ sessionId, text: 'waiting', attachments: [], when: 'after' })
    gate.resolve()
    expect((await second).kind).toBe('done')
    await app.events.waitFor('turn.started', ({ prompt }) => prompt === 'waiting')
    await app.events.waitFor('turn.finished', ({ text }) => text.startsWith('4 '))
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('done')
  })

  it('loses nothing when the process dies in the middle', async () => {
    const summaries: ModelStep[] = [{ text: '<summary>never</summary>', gate: never }, { text: '<summary>after</summary>' }]
    const app = await connect({ providerYaml, script: talker(() => summaries.shift() ?? {}) })
    const sessionId = await talk(app)
    const before = (await app.rpc.sessions.open({ sessionId })).rows
    const lost = app.rpc.sessions.compact({ sessionId }).catch((error: unknown) => error)
    await app.model.received(3)
    const next = await app.restart()
    expect((await next.rpc.sessions.open({ sessionId })).rows).toEqual(before)
    await app.rpc.turns.cancel({ sessionId })
    await lost
  })
})
