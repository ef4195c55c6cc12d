import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { alive, connectHookedCore, type ConnectCoreOptions, type HookedCore, type ModelStep } from '../testing/index.ts'

let open: HookedCore | undefined
const connect = async (options: ConnectCoreOptions & { rules: string }): Promise<HookedCore> => (open = await connectHookedCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const write: ModelStep = { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] }
const answer = (): ModelStep => ({ text: 'ok' })

describe('a rule that runs once', () => {
  const rules = (command: string) =>
    `  - { name: once, event: UserPromptSubmit, only_once: true, action: { type: shell, command: '${command}' } }`
  const runsOf = async ({ rpc }: HookedCore) => (await rpc.hooks.log({})).rows.map(({ outcome }) => outcome)

  it('does so once a session, over a restart too, and anew after a clear or when the session was left', async () => {
    const core = await connect({ rules: rules('exit 0'), script: answer })
    const sessionId = await core.newSession()
    await core.run('one', { sessionId })
    await core.run('two', { sessionId })
    expect(await runsOf(core)).toHaveLength(1)
    await core.core.close()
    const next = await core.restart()
    const run = async (id: string): Promise<void> => {
      await next.rpc.sessions.open({ sessionId: id })
      const { turnId } = await next.rpc.turns.start({ sessionId: id, text: 'more' })
      await next.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    }
    const count = async () => (await next.rpc.hooks.log({})).rows.length
    await run(sessionId)
    expect(await count()).toBe(1)
    const cleared = await next.rpc.sessions.clear({ sessionId })
    await run(cleared.id)
    expect(await count()).toBe(2)
    await next.rpc.sessions.close({ sessionId: cleared.id })
    await run(cleared.id)
    expect(await count()).toBe(3)
  })

  it('is not done with by a failure', async () => {
    const core = await connect({ rules: rules('test -e "$MEWCODE_PROJECT_DIR/ready"'), script: answer })
    const sessionId = await core.newSession()
    await core.run('one', { sessionId })
    core.project.write('ready', '')
    for (const text of ['two', 'three']) await core.run(text, { sessionId })
    expect(await runsOf(core)).toEqual(['passed', 'failed'])
  })
})

describe('a rule nobody waits for', () => {
  it('belongs to its session, is listed while it runs, and ends with it', async () => {
    const rules = `  - { name: slow, event: PostToolUse, async: true, timeout: 10m, action: { type: shell, command: 'echo $$ > pid; exec sleep 300' } }`
    const core = await connect({ rules, script: [write, { text: 'ok' }] })
    const sessionId = await core.newSession('acceptEdits')
    await core.run('go', { sessionId })
    expect((await core.rpc.hooks.list({})).running).toMatchObject([{ rule: 'slow', event: 'PostToolUse', sessionId }])
    await expect.poll(() => core.project.has('pid') && core.project.read('pid') !== '').toBe(true)
    await core.core.close()
    expect(alive([Number(core.project.read('pid'))])).toEqual([])
  })

  it('has its words told to the next step', async () => {
    const context = JSON.stringify({ additionalContext: 'IN-BACKGROUND' })
    const rules = `  - { name: later, event: PostToolUse, async: true, action: { type: shell, args: [echo, '${context}'] } }`
    const core = await connect({ rules, script: [write, { text: 'ok' }, { text: 'ok' }] })
    const sessionId = await core.newSession('acceptEdits')
    await core.run('go', { sessionId })
    await core.events.waitFor('hook.finished', ({ hook }) => hook === 'later')
    await core.run('on', { sessionId })
    expect(JSON.stringify(core.model.requests.at(-1)?.body['messages']).split('IN-BACKGROUND')).toHaveLength(2)
  })
})

describe('a rule that fails', () => {
  const rules = "  - { name: broken, event: PreToolUse, action: { type: shell, command: './gone.sh' } }"

  it('lets the call pass, says so once, and is counted', async () => {
    const core = await connect({ rules, script: [write, { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] }, { text: 'ok' }] })
    await core.run('go', { mode: 'acceptEdits' })
    expect(core.project.has('a.txt')).toBe(true)
    expect(core.events.of('hook.finished').map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
    expect(core.events.of('notice').map(({ code, params }) => `${code} ${params['hook']}`)).toEqual(['hook.broken broken'])
    expect((await core.rpc.hooks.list({})).rules).toMatchObject([{ name: 'broken', runs: 2, failures: 2, blocked: 0 }])
    expect((await core.rpc.audit.list({ kind: 'hook' })).rows.map(({ isError, decision }) => [isError, decision])).toEqual([
      [true, 'allow'],
      [true, 'allow'],
    ])
  })

  it('blocks where nobody watches and that is what is asked for', async () => {
    const core = await connect({ rules, script: [write, { text: 'ok' }], options: { headless: true, hooksFailClosed: true } })
    await core.run('go', { mode: 'acceptEdits' })
    expect(core.project.has('a.txt')).toBe(false)
    expect(JSON.stringify(core.model.requests.at(-1)?.body)).toContain('[hook broken] The hook broken failed at PreToolUse')
  })

  it('blocks nothing that says otherwise itself', async () => {
    const mine = rules.replace('action:', 'on_failure: allow, action:')
    const core = await connect({ rules: mine, script: [write, { text: 'ok' }], options: { headless: true, hooksFailClosed: true } })
    await core.run('go', { mode: 'acceptEdits' })
    expect(core.project.has('a.txt')).toBe(true)
  })
})

it('is kept with what it was given, and can be run on that again', async () => {
  const rules = "  - { name: judge, event: PreToolUse, action: { type: shell, command: 'echo seen >> seen; echo no >&2; exit 2' } }"
  const core = await connect({ rules, script: [write, { text: 'ok' }] })
  await core.run('go', { mode: 'acceptEdits' })
  const [row] = (await core.rpc.hooks.log({ rule: 'judge' })).rows
  expect(row).toMatchObject({
    event: 'PreToolUse',
    source: 'user',
    outcome: 'blocked',
    isFailure: false,
    exitCode: 2,
    reason: 'no',
    stderr: 'no\n',
  })
  expect(JSON.parse(row?.payload ?? '')).toMatchObject({ tool_name: 'write_file', tool_input: { path: 'a.txt' } })
  const again = await core.rpc.hooks.replay({ id: row?.id ?? 0 })
  expect([again.blocked, again.by, core.project.read('seen')]).toEqual([true, 'judge', 'seen\nseen\n'])
  expect((await core.rpc.hooks.log({})).rows).toHaveLength(1)
  await expect(core.rpc.hooks.replay({ id: 99 })).rejects.toMatchObject({ code: 'hook.no_such_run' })
})

it('is written and switched in the person’s file, comments kept, and nothing is saved that would not be read', async () => {
  const core = await connect({ rules: '  # mine\n  - { name: a, event: Stop, action: { type: prompt, text: x } }' })
  const file = join(core.platform.paths.home, 'hooks.yaml')
  await core.rpc.hooks.save({ yaml: 'name: b\nevent: Stop\naction:\n  type: shell\n  command: "true"\n', to: 'user' })
  await core.rpc.hooks.save({ yaml: 'name: a\nevent: SessionEnd\naction: { type: prompt, text: y }\n', to: 'user' })
  const { rules } = await core.rpc.hooks.list({})
  expect(rules.map(({ name, event, state }) => `${name} ${event} ${state}`)).toEqual(['a SessionEnd active', 'b Stop active'])
  const bad = core.rpc.hooks.save({ yaml: 'name: c\nevent: Stopp\naction: { type: prompt, text: y }\n', to: 'user' })
  await expect(bad).rejects.toMatchObject({ code: 'hook.invalid', params: { detail: 'There is no event `Stopp`. The nearest is Stop.' } })
  await core.rpc.hooks.setEnabled({ name: 'b', isEnabled: false })
  expect((await core.rpc.hooks.list({})).rules.map(({ state }) => state)).toEqual(['active', 'disabled'])
  expect(readFileSync(file, 'utf8')).toContain('# mine')
  await core.rpc.hooks.save({ yaml: 'name: d\nevent: Stop\naction: { type: prompt, text: y }\n', to: 'project' })
  expect(existsSync(core.project.path('.mewcode/hooks.yaml'))).toBe(true)
  expect((await core.rpc.hooks.list({})).rules[0]).toMatchObject({ name: 'd', source: 'project', state: 'untrusted' })
})
