import { mkdirSync, symlinkSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const LOCAL = '.mewcode/settings.local.yaml'
const bash = (command: string): ModelStep => ({ calls: [{ name: 'bash', input: { command } }] })

async function ask(app: ConnectedCore, sessionId: string) {
  await app.rpc.turns.start({ sessionId, text: 'go' })
  return app.events.waitFor('approval.requested')
}

describe('always', () => {
  it(
    'keeps the exact rule in the local settings, which git leaves out, and asks no more, in a new session and after a restart',
    { timeout: 30_000 },
    async () => {
      const line = `printf '%s' "a*b" > out.txt && echo 'x?' # 完`
      const app = await connect({
        files: {
          [LOCAL]: '# mine\npermissions:\n  deny: ["Bash(nc:*)"]\n',
          '.git/info/exclude': '# git\n',
          '.git/HEAD': 'ref: refs/heads/x\n',
        },
        script: [bash(line), bash(line), { text: 'ok' }, bash(line), { text: 'ok' }, bash(line), { text: 'ok' }],
      })
      const asked = await ask(app, await app.newSession())
      const [exact] = asked.suggestions
      await app.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'always' })
      await app.events.waitFor('turn.finished')
      expect(app.events.of('approval.requested')).toHaveLength(1)
      expect(app.events.of('approval.resolved').map(({ scope, decision }) => [scope, decision])).toEqual([['always', 'allow']])
      expect(app.project.read(LOCAL)).toMatch(/^# mine\npermissions:\n {2}deny: /)
      expect(app.project.read('.git/info/exclude')).toBe('# git\n/.mewcode/settings.local.yaml\n')
      expect(await app.rpc.permissions.rules({})).toEqual([
        expect.objectContaining({ effect: 'deny', rule: 'Bash(nc:*)' }),
        { effect: 'allow', rule: exact?.rule, source: { kind: 'local', file: app.project.path(LOCAL), line: 5 } },
      ])
      expect((await app.run('again')).stopReason).toBe('end_turn')
      const restarted = await app.restart()
      const { id } = await restarted.rpc.sessions.create({})
      await restarted.rpc.turns.start({ sessionId: id, text: 'again' })
      await restarted.events.waitFor('turn.finished')
      expect([...app.events.of('approval.requested'), ...restarted.events.of('approval.requested')]).toHaveLength(1)
      expect(app.events.of('tool.finished').every(({ isError }) => !isError)).toBe(true)
    },
  )

  it('keeps an offered rule for a beginning, and refuses one that was not offered', async () => {
    const app = await connect({ script: [bash('npm test'), bash('npm test -- one'), bash('npm run x'), { text: 'ok' }] })
    const asked = await ask(app, await app.newSession())
    expect(asked.suggestions).toEqual([
      { rule: 'Bash(npm test)', kind: 'exact' },
      { rule: 'Bash(npm test:*)', kind: 'prefix' },
    ])
    const { approvalId } = asked
    const wide = app.rpc.approvals.answer({ approvalId, decision: 'always', rule: 'Bash' })
    await expect(wide).rejects.toMatchObject({ code: 'approval.not_offered' })
    expect(app.project.has(LOCAL)).toBe(false)
    await app.rpc.approvals.answer({ approvalId, decision: 'always', rule: 'Bash(npm test:*)' })
    const next = await app.events.waitFor('approval.requested', (event) => event.approvalId !== approvalId)
    expect(next.input).toMatchObject({ command: 'npm run x' })
    await app.rpc.approvals.answer({ approvalId: next.approvalId, decision: 'no' })
    await app.events.waitFor('turn.finished')
  })

  it('is not said by a file that the folder brings along', async () => {
    const app = await connect({ files: { [LOCAL]: 'permissions: { allow: ["Bash(make)"] }\n' }, script: [bash('make'), { text: 'ok' }] })
    expect((await app.rpc.permissions.check({ tool: 'Bash', input: { command: 'make' } })).decision).toBe('ask')
    const asked = await ask(app, await app.newSession())
    await app.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'always' })
    await app.events.waitFor('turn.finished')
    expect(app.project.read(LOCAL).match(/make/g)).toHaveLength(1)
    expect((await app.rpc.permissions.check({ tool: 'Bash', input: { command: 'make' } })).decision).toBe('allow')
  })

  it('writes through no link that leads out of the project, and the question stays open', async () => {
    const app = await connect({ script: [bash('make'), { text: 'ok' }] })
    mkdirSync(`${app.project.root}-elsewhere`)
    symlinkSync(`${app.project.root}-elsewhere`, app.project.path('.mewcode'))
    const { approvalId } = await ask(app, await app.newSession())
    await expect(app.rpc.approvals.answer({ approvalId, decision: 'always' })).rejects.toMatchObject({ code: 'config.unwritable' })
    await app.rpc.approvals.answer({ approvalId, decision: 'no' })
    await app.events.waitFor('turn.finished')
  })
})
