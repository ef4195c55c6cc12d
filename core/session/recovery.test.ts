import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, followSession, type ConnectedCore, type ConnectCoreOptions } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const never = new Promise<never>(() => undefined)

describe.each(['anthropic', 'openai'] as const)('a session whose process died, over %s', (protocol) => {
  it('in the stream: keeps what was committed, ends the turn, and goes on', async () => {
    const app = await connect({
      protocol,
      files: { 'a.txt': 'a' },
      script: [{ text: 'look', calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, { text: 'lost', gate: never }, { text: 'fine' }],
    })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'first prompt' })
    await app.events.waitFor('step.started', ({ step }) => step === 2)
    await app.model.received(2)
    const next = await app.restart()
    const view = await followSession(next, sessionId)
    expect(view().rows.map((row) => (row.kind === 'ending' ? [row.stopReason, row.error?.code] : row.kind))).toEqual([
      'user',
      'text',
      'tool',
      ['error', 'session.interrupted'],
    ])
    expect(view().session.running).toBe(false)
    const { turnId } = await next.rpc.turns.start({ sessionId, text: 'second' })
    const end = await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    expect(end.stopReason).toBe('end_turn')
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('first prompt')
    expect(next.events.of('session.started')).toMatchObject([{ resumed: true }])
    // Numbers go on from what was stored, without a gap.
    const seqs = next.events.all.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    expect(seqs[0]).toBe(view().lastSeq - seqs.length + 1)
  })

  it('in a tool: answers the open calls as interrupted, so that the history is valid', async () => {
    const app = await connect({
      protocol,
      files: { 'a.txt': 'a' },
      script: [
        {
          calls: [
            { name: 'read_file', input: { path: 'a.txt' } },
            { name: 'bash', input: { command: 'touch began; sleep 30' } },
          ],
        },
        { text: 'fine' },
      ],
    })
    const sessionId = await app.newSession('bypassPermissions')
    await app.rpc.turns.start({ sessionId, text: 'go' })
    await expect.poll(() => app.project.has('began')).toBe(true)
    const next = await app.restart()
    const snapshot = await next.rpc.sessions.open({ sessionId })
    expect(snapshot.rows.map((row) => (row.kind === 'tool' ? [row.state, row.meta.interrupted] : row.kind))).toEqual([
      'user',
      ['done', undefined],
      ['failed', true],
      'ending',
    ])
    const { turnId } = await next.rpc.turns.start({ sessionId, text: 'again' })
    expect(await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)).toMatchObject({ stopReason: 'end_turn' })
  })
})

describe('a resumed session', () => {
  it('sends the same system text, tools and earlier messages, byte for byte', async () => {
    const app = await connect({
      files: { 'a.txt': 'a' },
      script: [
        {
          calls: [
            { name: 'read_file', input: { path: 'a.txt' } },
            { name: 'glob', input: { pattern: '*' } },
          ],
        },
        { text: 'one' },
        { text: 'two' },
      ],
    })
    const sessionId = await app.newSession()
    await app.run('first', { sessionId })
    const next = await app.restart()
    await next.rpc.turns.start({ sessionId, text: 'second' })
    await next.events.waitFor('turn.finished')
    // The strict model has compared the bytes; this says that it had something to compare.
    expect(app.model.requests).toHaveLength(3)
    expect(app.model.refusals).toEqual([])
  })

  it('goes on numbering its events where the last process ended', async () => {
    const app = await connect({
      files: { 'a.txt': 'a' },
      script: [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, { text: 'one' }, { text: 'two' }],
    })
    const sessionId = await app.newSession()
    const last = await app.run('first', { sessionId })
    const next = await app.restart()
    await next.rpc.sessions.open({ sessionId })
    await next.rpc.turns.start({ sessionId, text: 'second' })
    await next.events.waitFor('turn.finished')
    expect(next.events.all[0]).toMatchObject({ type: 'session.started', resumed: true, seq: last.seq + 1, firstSeq: last.seq + 1 })
  })

  it('opens a new epoch when the model is changed', async () => {
    const app = await connect({ script: [{ text: 'one' }, { text: 'two', newEpoch: true }] })
    const sessionId = await app.newSession()
    await app.run('first', { sessionId })
    await app.rpc.sessions.setModel({ sessionId, provider: 'fake', model: 'claude-opus-5-5' })
    await app.run('second', { sessionId })
    expect(app.model.requests.map(({ body }) => body['model'])).toEqual(['claude-sonnet-5-5', 'claude-opus-5-5'])
    expect(JSON.stringify(app.model.requests[1]?.body['system'])).toContain('claude-opus-5-5')
  })
})
