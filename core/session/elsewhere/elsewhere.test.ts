import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startChild, type TestChild } from '../../testing/child-process.ts'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../../testing/index.ts'
import type { SessionEvent } from '../../contract/events.ts'
import type { ModelStep } from '../../testing/index.ts'

// Two whole processes a test.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let core: ConnectedCore
let child: TestChild | undefined

const wait: ModelStep = { calls: [{ name: 'bash', input: { command: 'sleep 30' } }] }

beforeEach(async () => {
  core = await connectCore({ script: (_body, n) => (n === 0 ? wait : { text: `DONE ${n}` }) })
})
afterEach(async () => {
  await child?.kill()
  child = undefined
  await core.close()
})

/** Starts a turn in another process; answers once its first call is settled or asked about. */
async function otherProcess(mode: 'default' | 'bypassPermissions', until: SessionEvent['type']): Promise<SessionEvent> {
  child = startChild('./core-child.ts', [JSON.stringify(core.platform.paths), core.project.root, PLANTED_KEY, mode, '', 'from there'])
  return nextEvent(until)
}

async function nextEvent(type: SessionEvent['type']): Promise<SessionEvent> {
  for (;;) {
    const line = await child?.lines.next()
    if (!line || line.done) throw new Error(`no ${type} came`)
    const event: SessionEvent = JSON.parse(line.value)
    if (event.type === type) return event
  }
}

it('shows a turn of another process in the list and in the open session, and stops it from here', async () => {
  const { sessionId } = await otherProcess('bypassPermissions', 'tool.requested')
  await expect.poll(() => core.rpc.sessions.list({})).toMatchObject([{ id: sessionId, running: true, title: 'from there' }])
  const view = await core.rpc.sessions.open({ sessionId })
  expect(view).toMatchObject({
    session: { running: true },
    turn: { step: 1 },
    rows: [{ kind: 'user' }, { kind: 'tool', state: 'running' }],
  })
  await expect(core.rpc.turns.start({ sessionId, text: 'me too' })).rejects.toMatchObject({ code: 'session.busy' })

  const before = Date.now()
  await core.rpc.turns.cancel({ sessionId })
  expect(Date.now() - before).toBeLessThan(3_000)
  expect(await nextEvent('turn.finished')).toMatchObject({ stopReason: 'cancelled' })
  // The window hears of it by a number that leaves a gap, so that it takes a new snapshot.
  const told = await core.events.waitFor('session.updated', (event) => event.sessionId === sessionId && !event.session.running)
  expect(told.seq).toBeGreaterThan(view.lastSeq + 1)
  const after = await core.rpc.sessions.open({ sessionId })
  expect(after.turn).toBeUndefined()
  expect(after.rows.at(-1)).toMatchObject({ kind: 'ending', stopReason: 'cancelled' })
  expect(await core.run('and now here', { sessionId })).toMatchObject({ stopReason: 'end_turn' })
})

it('answers from here what a turn of another process asks, and leaves prompts for it', async () => {
  const asked = await otherProcess('default', 'approval.requested')
  const { sessionId } = asked
  await expect.poll(async () => (await core.rpc.sessions.list({}))[0]?.waiting).toBe(1)
  const { approvals } = await core.rpc.sessions.open({ sessionId })
  expect(approvals).toMatchObject([{ toolName: 'bash', input: { command: 'sleep 30' } }])
  await core.rpc.turns.queue({ sessionId, text: 'then this', when: 'after' })
  expect(await nextEvent('queue.changed')).toMatchObject({ items: [{ text: 'then this' }] })
  await core.rpc.approvals.answer({ approvalId: approvals[0]?.approvalId ?? '', decision: 'no', reason: 'not now' })
  expect(await nextEvent('approval.resolved')).toMatchObject({ decision: 'deny', reason: 'not now' })
  expect(await nextEvent('turn.finished')).toMatchObject({ stopReason: 'end_turn' })
  expect(await nextEvent('turn.started')).toMatchObject({ prompt: 'then this' })
})

it('notices within two seconds that the other process was killed, and goes on with its session', async () => {
  const { sessionId } = await otherProcess('bypassPermissions', 'tool.requested')
  await core.rpc.sessions.open({ sessionId })
  await expect.poll(async () => (await core.rpc.sessions.list({}))[0]?.running).toBe(true)
  await child?.kill()
  await core.events.waitFor('session.updated', (event) => event.sessionId === sessionId && !event.session.running)
  expect((await core.rpc.sessions.open({ sessionId })).rows.at(-1)).toMatchObject({
    kind: 'ending',
    error: { code: 'session.interrupted' },
  })
})
