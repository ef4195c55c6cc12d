import { afterEach, describe, expect, it } from 'vitest'
import {
  connectCore,
  followSession,
  type ConnectedCore,
  type ConnectCoreOptions,
  type CoreWindow,
  type ModelStep,
} from '../../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const write = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })
const calls = (...all: { name: string; input: Record<string, unknown> }[]): ModelStep => ({ calls: all })

/** A session that waits for a person to allow a call. */
async function waiting(app: ConnectedCore): Promise<{ sessionId: string; approvalId: string }> {
  const sessionId = await app.newSession()
  await app.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await app.events.waitFor('approval.requested')
  return { sessionId, approvalId }
}

async function states(window: Pick<CoreWindow, 'rpc'>, sessionId: string): Promise<unknown[]> {
  const { rows } = await window.rpc.sessions.open({ sessionId })
  return rows.map((row) => (row.kind === 'tool' ? [row.name, row.state] : row.kind === 'ending' ? row.stopReason : row.kind))
}

describe.each(['anthropic', 'openai', 'openai-responses'] as const)(
  'an approval that waits when the core is started again, over %s',
  (protocol) => {
    it('is shown again, and the turn goes on at its call, with the calls after it', async () => {
      const app = await connect({
        protocol,
        files: { 'old.txt': 'old' },
        script: [calls({ name: 'read_file', input: { path: 'old.txt' } }, write('a.txt', 'A'), write('b.txt', 'B')), { text: 'done' }],
      })
      const { sessionId, approvalId } = await waiting(app)
      const next = await app.restart()
      expect(await next.rpc.sessions.list({})).toMatchObject([{ id: sessionId, running: false, waiting: 1 }])
      const view = await followSession(next, sessionId)
      expect(view()).toMatchObject({
        session: { waiting: 1 },
        approvals: [{ approvalId, toolName: 'write_file', diff: expect.stringContaining('+A') }],
      })
      expect(await states(next, sessionId)).toEqual(['user', ['read_file', 'done'], ['write_file', 'waiting'], ['write_file', 'running']])

      await next.rpc.approvals.answer({ approvalId, decision: 'once' })
      const second = await next.events.waitFor('approval.requested')
      expect([app.project.read('a.txt'), app.project.has('b.txt')]).toEqual(['A', false])
      await next.rpc.approvals.answer({ approvalId: second.approvalId, decision: 'no', reason: 'not this one' })
      const end = await next.events.waitFor('turn.finished')
      expect(end).toMatchObject({ stopReason: 'end_turn', text: 'done' })
      expect(view().rows).toEqual((await next.rpc.sessions.open({ sessionId })).rows)
      expect(view().rows.map((row) => row.kind)).toEqual(['user', 'tool', 'tool', 'tool', 'text', 'ending'])
      expect(JSON.stringify(app.model.requests.at(-1)?.body)).toContain('not this one')
    })
  },
)

describe('an approval that waits when the core is started again', () => {
  it('outlives a core that was closed in order too', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A')), { text: 'done' }] })
    const { sessionId, approvalId } = await waiting(app)
    await app.core.close()
    const next = await app.restart()
    expect(await states(next, sessionId)).toEqual(['user', ['write_file', 'waiting']])
    await next.rpc.approvals.answer({ approvalId, decision: 'once' })
    await next.events.waitFor('turn.finished')
    expect(app.project.read('a.txt')).toBe('A')
  })

  it('is taken for what was read before, so that an edit is not refused as unread', async () => {
    const edit = { name: 'edit_file', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } }
    const app = await connect({
      files: { 'a.txt': 'one' },
      script: [calls({ name: 'read_file', input: { path: 'a.txt' } }), calls(edit), { text: 'done' }],
    })
    const { approvalId } = await waiting(app)
    const next = await app.restart()
    await next.rpc.approvals.answer({ approvalId, decision: 'once' })
    await next.events.waitFor('turn.finished')
    expect(app.project.read('a.txt')).toBe('two')
  })

  it('keeps the rule of an "always"', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A')), calls(write('a.txt', 'A')), { text: 'done' }] })
    const { approvalId } = await waiting(app)
    const next = await app.restart()
    await next.rpc.approvals.answer({ approvalId, decision: 'always' })
    expect(await next.events.waitFor('turn.finished')).toMatchObject({ stopReason: 'end_turn' })
    expect(next.events.of('approval.requested')).toEqual([])
    expect(app.project.read('.mewcode/settings.local.yaml')).toContain('Write(a.txt)')
    // Of calls that were made before, too, the audit says what they were.
    const { rows } = await next.rpc.audit.list({})
    expect(
      rows.filter(({ kind }) => kind !== 'credential').map(({ kind, tool, argsRedacted }) => [kind, tool, argsRedacted.includes('a.txt')]),
    ).toEqual([
      ['tool', 'write_file', true],
      ['tool', 'write_file', true],
      ['approval', 'write_file', true],
    ])
  })

  it('expires when the file is another by then: nothing runs, the call is interrupted, and the turn is closed', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A'), write('b.txt', 'B')), { text: 'next' }] })
    const { sessionId, approvalId } = await waiting(app)
    const next = await app.restart()
    const view = await followSession(next, sessionId)
    app.project.write('a.txt', 'somebody was here')
    await expect(next.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.expired' })
    expect(app.project.read('a.txt')).toBe('somebody was here')
    expect(view()).toMatchObject({ approvals: [], session: { running: false, waiting: 0 } })
    expect(view().rows).toEqual((await next.rpc.sessions.open({ sessionId })).rows)
    expect(view().rows.map((row) => (row.kind === 'tool' ? [row.meta.interrupted, row.meta.approval?.decision] : row.kind))).toEqual([
      'user',
      [true, 'expired'],
      [true, undefined],
      'ending',
    ])
    await next.rpc.turns.start({ sessionId, text: 'again' })
    expect(await next.events.waitFor('turn.finished', ({ text }) => text === 'next')).toMatchObject({ stopReason: 'end_turn' })
  })

  it('expires with a new prompt; a late answer runs nothing', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A')), { text: 'next' }] })
    const { sessionId, approvalId } = await waiting(app)
    const next = await app.restart()
    const view = await followSession(next, sessionId)
    await next.rpc.turns.start({ sessionId, text: 'something else' })
    await expect(next.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.expired' })
    await next.events.waitFor('turn.finished', ({ text }) => text === 'next')
    expect(next.events.of('approval.resolved')).toMatchObject([{ approvalId, decision: 'expired', by: 'restart' }])
    expect(view().rows).toEqual((await next.rpc.sessions.open({ sessionId })).rows)
    expect(app.project.has('a.txt')).toBe(false)
  })

  it('ends when the turn is stopped instead', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A'))] })
    const { sessionId, approvalId } = await waiting(app)
    const next = await app.restart()
    await next.rpc.turns.cancel({ sessionId })
    expect(await states(next, sessionId)).toEqual(['user', ['write_file', 'failed'], 'cancelled'])
    await expect(next.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.expired' })
  })

  it('leaves the others that wait beside it as they are', async () => {
    const read = (path: string) => ({ name: 'read_file', input: { path } })
    const app = await connect({ script: [calls(read('/etc/hostname'), read('/etc/hosts')), { text: 'done' }] })
    const { sessionId } = await waiting(app)
    await expect.poll(() => app.events.of('approval.requested').length).toBe(2)
    const [one, two] = app.events.of('approval.requested').map(({ approvalId }) => approvalId)
    const next = await app.restart()
    const view = await followSession(next, sessionId)
    expect(view().approvals.map(({ approvalId }) => approvalId)).toEqual([one, two])
    await next.rpc.approvals.answer({ approvalId: two ?? '', decision: 'no' })
    await next.events.waitFor('tool.finished')
    expect(view().approvals.map(({ approvalId }) => approvalId)).toEqual([one])
    expect((await next.rpc.sessions.list({}))[0]).toMatchObject({ running: true, waiting: 1 })
    await next.rpc.approvals.answer({ approvalId: one ?? '', decision: 'once' })
    await next.events.waitFor('turn.finished')
    expect(next.events.of('tool.finished').map(({ isError }) => isError)).toEqual([true, false])
    expect(next.events.of('approval.requested')).toEqual([])
  })

  it('is left alone by a process nobody can be asked in: looking settles nothing, and an answer is refused', async () => {
    const app = await connect({ script: [calls(write('a.txt', 'A')), { text: 'done' }] })
    const { sessionId, approvalId } = await waiting(app)
    const cli = await app.restart({ headless: true })
    await cli.rpc.sessions.open({ sessionId })
    await expect(cli.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.needs_window' })
    const next = await app.restart({})
    await next.rpc.approvals.answer({ approvalId, decision: 'once' })
    await next.events.waitFor('turn.finished')
    expect(app.project.read('a.txt')).toBe('A')
  })
})
