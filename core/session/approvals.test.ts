import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectCore, followSession, type ConnectedCore, type ConnectCoreOptions, type ModelStep } from '../testing/index.ts'

let open: ConnectedCore | undefined
const connect = async (options: ConnectCoreOptions): Promise<ConnectedCore> => (open = await connectCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const write = (path: string, content: string): ModelStep => ({ calls: [{ name: 'write_file', input: { path, content } }] })
const bash = (command: string): ModelStep => ({ calls: [{ name: 'bash', input: { command } }] })

/** What the newest request says of the newest calls' results. */
function lastResults(app: ConnectedCore): string {
  return JSON.stringify(app.model.requests.at(-1)?.body['messages'])
}

describe.each(['anthropic', 'openai'] as const)('approvals over %s', (protocol) => {
  it('shows the change, waits, and runs it once when a person says so', async () => {
    const app = await connect({ protocol, script: [write('a.txt', 'hello\n'), write('b.txt', 'again\n'), { text: 'ok' }] })
    const sessionId = await app.newSession()
    const { turnId } = await app.rpc.turns.start({ sessionId, text: 'write' })
    const asked = await app.events.waitFor('approval.requested')
    expect(asked).toMatchObject({ toolName: 'write_file', category: 'write', sessionRule: 'Write(a.txt)', expiresOn: 'file' })
    expect(asked.diff).toContain('+hello')
    expect(app.project.has('a.txt')).toBe(false)
    expect((await app.rpc.sessions.list({}))[0]).toMatchObject({ running: true, waiting: 1 })

    await app.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'once' })
    const second = await app.events.waitFor('approval.requested', (event) => event.approvalId !== asked.approvalId)
    expect(app.project.read('a.txt')).toBe('hello\n')
    await app.rpc.approvals.answer({ approvalId: second.approvalId, decision: 'no', reason: 'use c.txt' })
    const end = await app.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    expect(end.stopReason).toBe('end_turn')
    expect(app.project.has('b.txt')).toBe(false)
    expect(lastResults(app)).toContain('The user refused this call and said: use c.txt')
    expect(app.events.of('tool.finished').map(({ isError, meta }) => [isError, meta.approval])).toEqual([
      [false, { decision: 'allow', scope: 'once', by: 'user' }],
      [true, { decision: 'deny', scope: 'once', by: 'user', reason: 'use c.txt' }],
    ])
  })

  it('asks once for the session, and only for exactly that call', async () => {
    const app = await connect({
      protocol,
      script: [bash('echo same > /dev/null'), bash('echo same > /dev/null'), bash('echo other > /dev/null'), { text: 'ok' }],
    })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'go' })
    const first = await app.events.waitFor('approval.requested')
    await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'session' })
    const other = await app.events.waitFor('approval.requested', (event) => event.approvalId !== first.approvalId)
    expect(other.input).toMatchObject({ command: 'echo other > /dev/null' })
    expect(app.events.of('tool.finished').map(({ isError }) => isError)).toEqual([false, false])
    await app.rpc.approvals.answer({ approvalId: other.approvalId, decision: 'no' })
    await app.events.waitFor('turn.finished')
    expect(app.events.of('approval.requested')).toHaveLength(2)
  })
})

describe('approvals', () => {
  it('lets a second window answer; the first sees it settled and its own late answer is refused', async () => {
    const app = await connect({ script: [write('a.txt', 'x'), { text: 'ok' }] })
    const sessionId = await app.newSession()
    const first = await followSession(app, sessionId)
    const other = await app.openWindow()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    const second = await followSession(other, sessionId)
    expect(second().approvals.map((approval) => approval.approvalId)).toEqual([approvalId])
    await other.rpc.approvals.answer({ approvalId, decision: 'once' })
    expect(await app.events.waitFor('approval.resolved')).toMatchObject({ approvalId, decision: 'allow' })
    await app.events.waitFor('turn.finished')
    await other.events.waitFor('turn.finished')
    await expect(app.rpc.approvals.answer({ approvalId, decision: 'no' })).rejects.toMatchObject({ code: 'approval.expired' })
    expect(first().approvals).toEqual([])
    expect(second()).toEqual(first())
    expect(app.project.read('a.txt')).toBe('x')
  })

  it('waits through a reload of its window and while another session is looked at', async () => {
    const app = await connect({ script: [write('a.txt', 'x'), { text: 'ok' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    const waitsIn = async ({ rpc }: Pick<ConnectedCore, 'rpc'>) =>
      (await rpc.sessions.open({ sessionId })).approvals.map((one) => one.approvalId)
    const reloaded = app.reload(app.caller)
    expect(await waitsIn(reloaded)).toEqual([approvalId])
    await reloaded.rpc.sessions.close({ sessionId })
    await reloaded.rpc.sessions.open({ sessionId: await app.newSession() })
    expect(await reloaded.rpc.approvals.list({})).toMatchObject([{ approvalId, sessionId, subject: 'a.txt', running: true }])
    expect(await (await app.openWindow('home')).rpc.approvals.list({})).toMatchObject([{ approvalId, projectRoot: app.project.root }])
    expect(await (await app.openWindow({ path: app.platform.paths.temp })).rpc.approvals.list({})).toEqual([])
    expect(await waitsIn(reloaded)).toEqual([approvalId])
    await reloaded.rpc.approvals.answer({ approvalId, decision: 'once' })
    await reloaded.events.waitFor('turn.finished')
    expect(app.project.read('a.txt')).toBe('x')
    expect(await reloaded.rpc.approvals.list({})).toEqual([])
  })

  it("answers with the session's rule what waits for the same rule", async () => {
    const outside = { name: 'read_file', input: { path: '/etc/hostname' } }
    const app = await connect({ script: [{ calls: [outside, outside] }, { text: 'ok' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'look' })
    const [first] = await Promise.all([
      app.events.waitFor('approval.requested'),
      app.events.waitFor('approval.requested', (event) => event.approvalId !== app.events.of('approval.requested')[0]?.approvalId),
    ])
    await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'session' })
    await app.events.waitFor('turn.finished')
    expect(app.events.of('approval.resolved').map(({ scope }) => scope)).toEqual(['session', 'session'])
    expect(app.events.of('tool.finished').map(({ isError }) => isError)).toEqual([false, false])
  })

  it('is not answerable from a window of another project', async () => {
    const app = await connect({ script: [write('a.txt', 'x'), { text: 'ok' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    const stranger = await app.openWindow({ path: app.platform.paths.temp })
    await expect(stranger.rpc.approvals.answer({ approvalId, decision: 'once' })).rejects.toMatchObject({ code: 'approval.expired' })
    await expect(stranger.rpc.sessions.open({ sessionId })).rejects.toMatchObject({ code: 'session.not_found' })
    await expect(stranger.rpc.turns.cancel({ sessionId })).rejects.toMatchObject({ code: 'session.not_found' })
    await app.rpc.turns.cancel({ sessionId })
  })

  it('asks nobody about a change of a file that was not read, which cannot be made', async () => {
    const app = await connect({ files: { 'a.txt': 'one\n' }, script: [write('a.txt', 'two\n'), { text: 'ok' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    await app.events.waitFor('turn.finished')
    expect(app.events.of('approval.requested')).toEqual([])
    expect(lastResults(app)).toContain('a.txt has not been read in this session. Read it with read_file first.')
    expect(app.project.read('a.txt')).toBe('one\n')
  })

  it('asks again when the file changed while the person was reading', async () => {
    const app = await connect({
      files: { 'a.txt': 'one\n' },
      script: [{ calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, write('a.txt', 'two\n'), { text: 'ok' }],
    })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const first = await app.events.waitFor('approval.requested')
    app.project.write('a.txt', 'somebody was here\n')
    await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'once' })
    const again = await app.events.waitFor('approval.requested', (event) => event.approvalId !== first.approvalId)
    expect(app.project.read('a.txt')).toBe('somebody was here\n')
    await app.rpc.approvals.answer({ approvalId: again.approvalId, decision: 'once' })
    await app.events.waitFor('turn.finished')
    // Allowed by the person, refused by the tool: the file is not the one that was read.
    expect(app.project.read('a.txt')).toBe('somebody was here\n')
  })

  it('asks again when the path leads somewhere else by then, and writes nothing there', async () => {
    const app = await connect({ files: { 'out/keep.txt': '' }, script: [write('out/new.txt', 'x'), { text: 'ok' }] })
    const elsewhere = path.join(app.platform.paths.userHome, 'elsewhere')
    mkdirSync(elsewhere, { recursive: true })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const first = await app.events.waitFor('approval.requested')
    rmSync(app.project.path('out'), { recursive: true })
    symlinkSync(elsewhere, app.project.path('out'))
    await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'once' })
    const again = await app.events.waitFor('approval.requested', (event) => event.approvalId !== first.approvalId)
    expect(again).toMatchObject({ layer: 'sandbox', sessionRule: expect.stringContaining('elsewhere/new.txt') })
    await app.rpc.approvals.answer({ approvalId: again.approvalId, decision: 'no' })
    await app.events.waitFor('turn.finished')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('is not held up by a pipe where a file was expected', async () => {
    const app = await connect({ script: [write('pipe', 'x'), { text: 'ok' }] })
    execFileSync('mkfifo', [app.project.path('pipe')])
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'write' })
    const { approvalId } = await app.events.waitFor('approval.requested')
    await app.rpc.approvals.answer({ approvalId, decision: 'once' })
    await app.events.waitFor('turn.finished')
    expect(lastResults(app)).toContain('pipe is not a regular file')
  })

  it('says in which folder the line would run', async () => {
    const call = { name: 'bash', input: { command: 'make', workdir: 'sub' } }
    const app = await connect({ files: { 'sub/x': '' }, script: [{ calls: [call] }, { text: 'ok' }] })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'make' })
    const asked = await app.events.waitFor('approval.requested')
    expect([asked.cwd, asked.sessionRule]).toEqual([app.project.path('sub'), 'Bash(cd sub && make)'])
    await app.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'no' })
    await app.events.waitFor('turn.finished')
  })

  it('refuses in a run nobody watches and names the rule that would allow it', async () => {
    const app = await connect({ options: { headless: true }, script: [write('a.txt', 'x'), { text: 'ok' }] })
    const end = await app.run('write')
    expect(end.stopReason).toBe('end_turn')
    expect(app.events.of('approval.requested')).toEqual([])
    expect(app.events.of('tool.finished')[0]).toMatchObject({
      isError: true,
      meta: { denied: { rule: 'Write(a.txt)', reasonCode: 'permission.asks_write' } },
    })
    expect(lastResults(app)).toContain('The rule Write(a.txt) would allow this call')
  })

  it('lets rules of the command line decide, deny before allow', async () => {
    const rules = { allow: ['Write', 'Bash(echo *)'], deny: ['Write(secret.txt)'] }
    const app = await connect({
      options: { headless: true, rules },
      script: [write('a.txt', 'x'), write('secret.txt', 'x'), bash('echo hi'), { text: 'ok' }],
    })
    await app.run('write')
    expect(app.events.of('tool.finished').map(({ isError }) => isError)).toEqual([false, true, false])
    expect(lastResults(app)).toContain('rule Write(secret.txt)')
  })

  it('tells the model when the mode changed, and leaves system text and tools as they were', async () => {
    const app = await connect({ script: [{ text: 'one' }, write('a.txt', 'x'), { text: 'two' }, { text: 'three' }] })
    const sessionId = await app.newSession()
    await app.run('first', { sessionId })
    await app.rpc.sessions.setMode({ sessionId, mode: 'plan' })
    await app.run('second', { sessionId })
    expect(app.project.has('a.txt')).toBe(false)
    await app.rpc.sessions.setMode({ sessionId, mode: 'default' })
    await app.run('third', { sessionId })
    const [first, ...later] = app.model.requests.map(({ body }) => JSON.stringify([body['system'], body['tools']]))
    for (const one of later) expect(one).toBe(first)
    const last = lastResults(app)
    expect(last).toContain('Permission mode: plan.')
    expect(last).toContain('Plan mode is over.')
    const rows = (await app.rpc.sessions.open({ sessionId })).rows
    expect(rows.flatMap((row) => (row.kind === 'user' ? [row.text] : []))).toEqual(['first', 'second', 'third'])
  })
})
