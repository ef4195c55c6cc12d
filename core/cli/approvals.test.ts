import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectCore, PLANTED_KEY, type ConnectedCore } from '../testing/index.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let core: ConnectedCore
beforeEach(async () => {
  core = await connectCore({ script: [{ calls: [{ name: 'bash', input: { command: 'make\n  all' } }] }, { text: 'ok' }] })
})
afterEach(() => core.close())

async function mew(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const { home, userHome } = core.platform.paths
  const env = { PATH: process.env['PATH'], HOME: userHome, MEWCODE_HOME: home, FAKE_KEY: PLANTED_KEY }
  const terminal = fakeTerminal({ env, cwd: core.project.root })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

it('lists what waits in this project and in all, and names what an answer lacks', async () => {
  expect(await mew('approvals', 'list')).toEqual({ code: 0, out: '', err: '' })
  const sessionId = await core.newSession()
  await core.rpc.turns.start({ sessionId, text: 'build it' })
  const { approvalId } = await core.events.waitFor('approval.requested')
  expect((await mew('approvals', 'list')).out).toMatch(new RegExp(`^${approvalId} +bash +make all +\\S.* +build it\n$`))
  expect((await mew('approvals', 'list', '--all')).out).toContain(core.project.root)
  expect(JSON.parse((await mew('approvals', 'list', '--json')).out)).toMatchObject([{ approvalId, sessionId, subject: 'make\n  all' }])

  const codes = async (...argv: string[]) => {
    const { code, err } = await mew('approvals', 'answer', ...argv)
    return [code, err.split(':')[0]]
  }
  expect(await codes(approvalId)).toEqual([2, 'usage.missing_argument'])
  expect(await codes(approvalId, 'maybe')).toEqual([2, 'usage.bad_value'])
  await core.rpc.turns.cancel({ sessionId })
  expect(await codes(approvalId, 'once')).toEqual([2, 'approval.expired'])
})
