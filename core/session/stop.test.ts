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

describe.each(['anthropic', 'openai'] as const)('stopping a turn over %s', (protocol) => {
  it('keeps what was said, marks it interrupted, and goes on from there', async () => {
    const app = await connect({ protocol, script: [{ pieces: ['Half of ', 'the rest'], gate: never }, { text: 'fine' }] })
    const sessionId = await app.newSession()
    const view = await followSession(app, sessionId)
    await app.rpc.turns.start({ sessionId, text: 'talk' })
    await app.events.waitFor('text.delta')
    const startedAt = performance.now()
    await app.rpc.turns.cancel({ sessionId })
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    const end = await app.events.waitFor('turn.finished')
    expect(end).toMatchObject({ stopReason: 'cancelled', text: 'Half of ' })
    expect(end.error).toBeUndefined()
    expect(view().rows.map((row) => (row.kind === 'text' ? [row.text, row.interrupted] : row.kind))).toEqual([
      'user',
      ['Half of ', true],
      'ending',
    ])
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    expect(await app.model.requests[0]?.ended).toBe('aborted')
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
    expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('Half of ')
  })

  it('ends a running command with its children and answers every call', async () => {
    const calls = [
      { name: 'bash', input: { command: 'echo up; sleep 60' } },
      { name: 'read_file', input: { path: 'a.txt' } },
      { name: 'write_file', input: { path: 'b.txt', content: 'no' } },
    ]
    const app = await connect({ protocol, files: { 'a.txt': 'a' }, script: [{ text: 'on it', calls }, { text: 'fine' }] })
    const sessionId = await app.newSession('bypassPermissions')
    const view = await followSession(app, sessionId)
    await app.rpc.turns.start({ sessionId, text: 'run' })
    await app.events.waitFor('tool.progress', (event) => event.text?.includes('up') ?? false)
    await app.rpc.turns.cancel({ sessionId })
    const finished = app.events.of('tool.finished')
    expect(finished.map(({ name }) => name)).toEqual(['bash', 'read_file', 'write_file'])
    expect(finished.every(({ meta }) => meta.interrupted)).toBe(true)
    expect(app.project.has('b.txt')).toBe(false)
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    // The strict model refuses a history with an open call.
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
  })
})

describe('stopping a turn', () => {
  it('drops calls that were still streaming', async () => {
    const app = await connect({
      script: [
        {
          text: 'I will',
          calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x'.repeat(2_000) } }],
          before: (event) => (event > 8 ? never : undefined),
        },
        { text: 'fine' },
      ],
    })
    const sessionId = await app.newSession('bypassPermissions')
    const view = await followSession(app, sessionId)
    await app.rpc.turns.start({ sessionId, text: 'write' })
    await app.events.waitFor('tool.preparing')
    await app.rpc.turns.cancel({ sessionId })
    expect(view().rows.map((row) => row.kind)).toEqual(['user', 'text', 'ending'])
    expect((await app.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
  })

  it('settles a question nobody will answer any more', async () => {
    const app = await connect({ script: [{ calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }, { text: 'fine' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    await app.rpc.turns.cancel({ sessionId })
    expect(app.events.of('approval.resolved')).toMatchObject([{ approvalId, decision: 'expired', by: 'cancel' }])
    expect(app.events.of('tool.finished')[0]?.meta).toMatchObject({ interrupted: true, approval: { decision: 'expired' } })
    await expect(app.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.expired' })
    expect(app.project.has('a.txt')).toBe(false)
    expect((await app.run('again', { sessionId })).stopReason).toBe('end_turn')
  })

  it('is fine when nothing runs, and when asked twice', async () => {
    const app = await connect({ script: [{ text: 'a', gate: never }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.cancel({ sessionId })
    await app.rpc.turns.start({ sessionId, text: 'go' })
    await app.events.waitFor('step.started')
    await Promise.all([app.rpc.turns.cancel({ sessionId }), app.rpc.turns.cancel({ sessionId })])
    expect(app.events.of('turn.finished')).toHaveLength(1)
  })

  it('comes by itself when the time given is over', async () => {
    const app = await connect({ script: [{ text: 'a', gate: never }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'go', timeoutMs: 150 })
    expect((await app.events.waitFor('turn.finished')).stopReason).toBe('limit')
  })

  it('comes by itself after the steps given', async () => {
    const app = await connect({
      files: { 'a.txt': 'a' },
      script: () => ({ text: 'look', calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }),
    })
    const end = await app.run('go', { maxTurns: 3 })
    expect(end).toMatchObject({ stopReason: 'max_turns', text: 'look' })
    expect(app.model.requests).toHaveLength(3)
  })

  it('refuses a second prompt while a turn runs', async () => {
    const app = await connect({ script: [{ text: 'a', gate: never }] })
    const sessionId = await app.newSession()
    const starts = await Promise.allSettled([
      app.rpc.turns.start({ sessionId, text: 'one' }),
      app.rpc.turns.start({ sessionId, text: 'two' }),
    ])
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(app.rpc.sessions.setModel({ sessionId, provider: 'fake', model: 'other' })).rejects.toMatchObject({ code: 'session.busy' })
    await app.rpc.turns.cancel({ sessionId })
    expect(app.events.of('turn.started')).toHaveLength(1)
  })
})
