import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startChild, type TestChild } from '../../testing/child-process.ts'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../../testing/index.ts'

// Whole processes beside this one.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let core: ConnectedCore
const children: TestChild[] = []

beforeEach(async () => {
  const write = { name: 'write_file', input: { path: 'a.txt', content: 'A' } }
  core = await connectCore({ script: (_body, n) => (n === 0 ? { calls: [write] } : { text: 'done' }) })
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill()
  await core.close()
})

/** The command line in a process of its own, in the project's folder. */
async function mew(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { paths } = core.platform
  const env = { PATH: process.env['PATH'], HOME: paths.userHome, MEWCODE_HOME: paths.home, LANG: 'en_US.UTF-8', FAKE_KEY: PLANTED_KEY }
  const run = startChild('../cli/entry.ts', args, { cwd: core.project.root, env })
  children.push(run)
  let err = ''
  run.child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const closed = once(run.child, 'close')
  const lines: string[] = []
  for await (const line of run.lines) lines.push(line)
  const [code] = await closed
  return { code, out: lines.join('\n'), err }
}

it('is listed and answered from the command line while another process waits for the answer', async () => {
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'go' })
  const { approvalId } = await core.events.waitFor('approval.requested')
  const listed = await mew('approvals', 'list', '--json')
  expect(JSON.parse(listed.out)).toMatchObject([
    { approvalId, sessionId, sessionTitle: 'go', projectRoot: core.project.root, toolName: 'write_file', subject: 'a.txt', running: true },
  ])
  expect(await mew('approvals', 'answer', approvalId, 'once')).toEqual({ code: 0, out: '', err: '' })
  await core.events.waitFor('turn.finished')
  expect(core.project.read('a.txt')).toBe('A')
  expect(core.events.of('approval.resolved')).toMatchObject([{ decision: 'allow', scope: 'once', by: 'user' }])
})

it('outlives a process that was killed: other windows are told, the command line says where to answer, and the turn goes on here', async () => {
  const asking = startChild('./core-child.ts', [
    JSON.stringify(core.platform.paths),
    core.project.root,
    PLANTED_KEY,
    'default',
    '',
    'from there',
  ])
  children.push(asking)
  let approvalId = ''
  let sessionId = ''
  for await (const line of asking.lines) {
    const event: { type: string; approvalId: string; sessionId: string } = JSON.parse(line)
    if (event.type === 'approval.requested') {
      ;({ approvalId, sessionId } = event)
      break
    }
  }
  await core.rpc.sessions.open({ sessionId })
  await expect.poll(async () => (await core.rpc.sessions.list({}))[0]?.running).toBe(true)
  await asking.kill()
  const told = await core.events.waitFor('session.updated', ({ session }) => !session.running && session.waiting === 1)
  expect(told.sessionId).toBe(sessionId)
  expect(await core.rpc.approvals.list({})).toMatchObject([{ approvalId, running: false }])
  expect((await core.rpc.sessions.open({ sessionId })).approvals).toMatchObject([{ approvalId }])

  const refused = await mew('approvals', 'answer', approvalId, 'once')
  expect([refused.code, refused.err.split(':')[0]]).toEqual([2, 'approval.needs_window'])
  await core.rpc.approvals.answer({ approvalId, decision: 'once' })
  expect(await core.events.waitFor('turn.finished')).toMatchObject({ sessionId, stopReason: 'end_turn', text: 'done' })
  expect(core.project.read('a.txt')).toBe('A')
  expect(await core.rpc.approvals.list({})).toEqual([])
})
