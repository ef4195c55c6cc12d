import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

function held(): { gate: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { gate: promise, release: () => resolve() }
}
const look = { calls: [{ name: 'glob', input: { pattern: '*' } }] } satisfies ModelStep

/** How often a text stands in each request: a repeated history holds it once, a repeated delivery twice. */
const counts = ({ model }: ConnectedCore, text: string): number[] => model.requests.map(({ raw }) => raw.split(text).length - 1)

describe('a message for the next step', () => {
  it.each(['anthropic', 'openai', 'openai-responses'] as const)(
    'reaches %s before it, once, and its row is the same live and reloaded',
    async (protocol) => {
      const { gate, release } = held()
      const app = await connect({ protocol, script: [{ ...look, text: 'on it', gate }, { text: 'done, in blue' }, { text: 'yes' }] })
      const sessionId = await app.newSession()
      const { turnId } = await app.rpc.turns.start({ sessionId, text: 'paint it' })
      await app.events.waitFor('text.delta')
      await app.rpc.turns.queue({ sessionId, text: 'in blue 🦀', when: 'next_step' })
      expect((await app.rpc.sessions.open({ sessionId })).queue).toMatchObject([{ text: 'in blue 🦀', when: 'next_step' }])
      release()
      await app.events.waitFor('turn.finished')
      const [added] = app.events.of('prompt.added')
      expect(added).toMatchObject({ turnId, prompt: 'in blue 🦀' })
      const view = await app.rpc.sessions.open({ sessionId })
      expect(view.queue).toEqual([])
      expect(view.rows.map(({ kind }) => kind)).toEqual(['user', 'text', 'tool', 'user', 'text', 'ending'])
      expect(view.rows[3]).toEqual({ kind: 'user', id: `${added?.messageId}:user`, turnId, text: 'in blue 🦀', attachments: [] })
      await app.run('is it?', { sessionId })
      expect(counts(app, 'in blue 🦀')).toEqual([0, 1, 1])
    },
  )

  it('never answers an approval that waits', async () => {
    const app = await connect({
      script: [{ calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'a' } }] }, { text: 'written' }],
    })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    await app.rpc.turns.queue({ sessionId, text: 'and hurry', when: 'next_step' })
    expect((await app.rpc.sessions.open({ sessionId })).approvals).toMatchObject([{ approvalId }])
    await app.rpc.approvals.answer({ approvalId, decision: 'once' })
    await app.events.waitFor('turn.finished')
    expect([app.project.read('a.txt'), counts(app, 'and hurry')]).toEqual(['a', [0, 1]])
  })

  it('is a turn of its own when no next step comes', async () => {
    const { gate, release } = held()
    const app = await connect({ script: [{ text: 'all done', gate }, { text: 'that too' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'one' })
    await app.events.waitFor('text.delta')
    await app.rpc.turns.queue({ sessionId, text: 'two', when: 'next_step' })
    release()
    await app.events.waitFor('turn.finished', ({ text }) => text === 'that too')
    expect(app.events.of('turn.started').map(({ prompt }) => prompt)).toEqual(['one', 'two'])
  })
})

describe('a message for afterwards', () => {
  it('starts a turn of its own once the running one has ended, in order, unless it was taken back', async () => {
    const { gate, release } = held()
    const app = await connect({ script: [{ text: 'first', gate }, { text: 'second' }, { text: 'third' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'one' })
    await app.events.waitFor('text.delta')
    await app.rpc.turns.queue({ sessionId, text: 'two', when: 'after' })
    const { id } = await app.rpc.turns.queue({ sessionId, text: 'never', when: 'after' })
    await app.rpc.turns.queue({ sessionId, text: 'three', when: 'after' })
    await app.rpc.turns.unqueue({ sessionId, id })
    release()
    await app.events.waitFor('turn.finished', ({ text }) => text === 'third')
    expect(app.events.of('turn.started').map(({ prompt }) => prompt)).toEqual(['one', 'two', 'three'])
    expect(app.events.of('queue.changed').at(-1)?.items).toEqual([])
    expect(app.events.all.map(({ seq }) => seq)).toEqual(app.events.all.map((_, index) => index + 1))
  })

  it('waits for the person after a cancel, over a restart too, and is sent once', async () => {
    const { gate } = held()
    const app = await connect({ script: [{ text: 'first', gate }, { text: 'second' }, { text: 'third' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'one' })
    await app.events.waitFor('text.delta')
    const { id } = await app.rpc.turns.queue({ sessionId, text: 'two', when: 'after' })
    await app.rpc.turns.queue({ sessionId, text: 'three', when: 'after' })
    await app.rpc.turns.cancel({ sessionId })
    const next = await app.restart()
    expect((await next.rpc.sessions.open({ sessionId })).queue.map(({ text }) => text)).toEqual(['two', 'three'])
    expect(app.model.requests).toHaveLength(1)
    await next.rpc.turns.sendNow({ sessionId, id })
    await next.events.waitFor('turn.finished', ({ text }) => text === 'third')
    expect(next.events.of('turn.started').map(({ prompt }) => prompt)).toEqual(['two', 'three'])
    expect([counts(app, '"two"'), (await next.rpc.sessions.open({ sessionId })).queue]).toEqual([[0, 1, 1], []])
  })

  it('starts at once when nothing runs, and stays with the reason where no turn can start', async () => {
    const app = await connect({ script: [{ text: 'hello' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.queue({ sessionId, text: 'one', when: 'after' })
    await app.events.waitFor('turn.finished')
    app.project.close()
    await app.rpc.turns.queue({ sessionId, text: 'two', when: 'after' })
    expect(app.events.of('notice')).toMatchObject([{ level: 'error', code: expect.stringMatching(/^project\./) }])
    expect((await app.rpc.sessions.open({ sessionId })).queue).toMatchObject([{ text: 'two' }])
  })

  it('is one of twenty at most', async () => {
    const { gate } = held()
    const app = await connect({ script: [{ text: 'first', gate }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'one' })
    await app.events.waitFor('text.delta')
    const queue = (text: string) => app.rpc.turns.queue({ sessionId, text, when: 'after' })
    for (let n = 1; n <= 20; n += 1) await queue(String(n))
    await expect(queue('21')).rejects.toMatchObject({ code: 'session.queue_full', params: { limit: '20' } })
  })
})
