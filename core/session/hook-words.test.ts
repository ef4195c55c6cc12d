import { afterEach, describe, expect, it } from 'vitest'
import { connectHookedCore, followSession, type ConnectCoreOptions, type HookedCore, type ModelStep } from '../testing/index.ts'

let open: HookedCore | undefined
const connect = async (options: ConnectCoreOptions & { rules: string }): Promise<HookedCore> => (open = await connectHookedCore(options))
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})

const write = (path: string, content = 'x'): ModelStep => ({ calls: [{ name: 'write_file', input: { path, content } }] })
const bash = (command: string): ModelStep => ({ calls: [{ name: 'bash', input: { command } }] })

/** A rule that prints `json` at an event. */
function says(event: string, json: object, name = 'h'): string {
  return `  - { name: ${name}, event: ${event}, action: { type: shell, args: [echo, '${JSON.stringify(json)}'] } }`
}
function lastRequest(core: HookedCore): string {
  return JSON.stringify(core.model.requests.at(-1)?.body['messages'])
}

describe('a call', () => {
  it('that is blocked does not run, is told as any other, and the turn goes on', async () => {
    const rules = "  - { name: no-write, event: PreToolUse, action: { type: shell, command: 'echo not here >&2; exit 2' } }"
    const core = await connect({ rules, script: [write('a.txt'), { text: 'ok' }] })
    const sessionId = await core.newSession('default')
    const view = await followSession(core, sessionId)
    expect((await core.run('go', { sessionId })).stopReason).toBe('end_turn')
    expect(core.project.has('a.txt')).toBe(false)
    expect(core.events.of('approval.requested')).toEqual([])
    expect(core.events.all.map(({ type }) => type).filter((type) => /^(tool|hook)\./.test(type))).toEqual([
      'tool.preparing',
      'tool.requested',
      'hook.finished',
      'tool.finished',
    ])
    expect(lastRequest(core)).toContain('[hook no-write] not here')
    const [finished] = core.events.of('tool.finished')
    const mark = { hook: 'no-write', event: 'PreToolUse', outcome: 'blocked', reason: 'not here', durationMs: expect.any(Number) }
    expect(finished).toMatchObject({ isError: true, meta: { hooks: [mark] } })
    // A window that comes later sees the same.
    expect((await core.rpc.sessions.open({ sessionId })).rows).toEqual(view().rows)
    const row = (await core.rpc.audit.list({ kind: 'tool' })).rows[0]
    expect(row).toMatchObject({ tool: 'write_file', decision: 'deny', rule: 'hook no-write', errorClass: 'denied' })
    expect((await core.rpc.audit.list({ kind: 'hook' })).rows).toMatchObject([{ tool: 'no-write', decision: 'deny', rule: 'PreToolUse' }])
  })

  it('whose arguments a hook changes is judged by the changed ones', async () => {
    const rules = says('PreToolUse', { updatedInput: { path: '.git/config', content: 'evil' } })
    const core = await connect({ rules, script: [write('a.txt'), { text: 'ok' }] })
    await core.run('go', { mode: 'acceptEdits' })
    expect([core.project.has('a.txt'), core.project.has('.git/config')]).toEqual([false, false])
    const [finished] = core.events.of('tool.finished')
    expect(finished?.meta['denied']).toMatchObject({ layer: 'sandbox' })
    expect(finished?.meta['updatedInput']).toEqual({ path: '.git/config', content: 'evil' })
  })

  it('runs with the changed arguments where they are allowed, and the next rule sees those', async () => {
    const rules = [
      says('PreToolUse', { hookSpecificOutput: { updatedInput: { path: 'b.txt', content: 'y' } } }, 'first'),
      `  - { name: second, event: PreToolUse, if: { all_of: [{ field: tool_input.path, match: { type: exact, value: a.txt } }] }, action: { type: shell, command: exit 2 } }`,
    ].join('\n')
    const core = await connect({ rules, script: [write('a.txt'), { text: 'ok' }] })
    await core.run('go', { mode: 'acceptEdits' })
    expect([core.project.has('a.txt'), core.project.read('b.txt')]).toEqual([false, 'y'])
  })

  it('does not run with arguments that do not fit its tool', async () => {
    const core = await connect({ rules: says('PreToolUse', { updatedInput: { path: 7 } }), script: [write('a.txt'), { text: 'ok' }] })
    await core.run('go', { mode: 'acceptEdits' })
    expect(core.project.has('a.txt')).toBe(false)
    expect(lastRequest(core)).toContain('do not fit write_file')
  })

  it('that a hook allows is not asked about, but no rule that forbids or asks is lifted, nor what no rule may allow', async () => {
    const rules = says('PreToolUse', { decision: 'allow' })
    const core = await connect({
      rules,
      script: [write('a.txt'), bash('rm -rf b'), write('.mewcode/skills/x/SKILL.md'), bash('rm -rf /'), { text: 'ok' }],
    })
    core.project.write('.mewcode/settings.yaml', 'permissions: { deny: ["Bash(rm -rf b)"] }\n')
    const sessionId = await core.newSession('default')
    const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
    const asked = await core.events.waitFor('approval.requested')
    await core.rpc.approvals.answer({ approvalId: asked.approvalId, decision: 'no' })
    await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    expect(core.project.has('a.txt')).toBe(true)
    const told = core.events.of('tool.finished').map(({ isError, meta }) => [isError, meta.allowed?.rule ?? meta.denied?.layer])
    expect(told).toEqual([
      [false, 'hook h'],
      [true, 'rule'],
      [true, 'sandbox'],
      [true, 'blacklist'],
    ])
  })

  it('that a hook wants looked at is asked about, whatever the mode', async () => {
    const rules = says('PreToolUse', { decision: 'ask', reason: 'look twice' })
    const core = await connect({ rules, script: [write('a.txt'), { text: 'ok' }] })
    const sessionId = await core.newSession('acceptEdits')
    const { turnId } = await core.rpc.turns.start({ sessionId, text: 'go' })
    const { approvalId, reason, suggestions } = await core.events.waitFor('approval.requested')
    expect([reason, suggestions]).toEqual(['The hook h wants a person to look: look twice', []])
    await core.rpc.approvals.answer({ approvalId, decision: 'once' })
    await core.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    expect(core.project.has('a.txt')).toBe(true)
  })

  it('may be settled by a hook in place of the person', async () => {
    const rules = [
      `  - { name: no, event: PermissionRequest, if: { all_of: [{ field: tool_input.path, match: { type: exact, value: b.txt } }] }, action: { type: shell, command: 'echo no >&2; exit 2' } }`,
      says('PermissionRequest', { hookSpecificOutput: { decision: { behavior: 'allow' } } }, 'yes'),
    ].join('\n')
    const core = await connect({ rules, script: [write('a.txt'), write('b.txt'), { text: 'ok' }] })
    await core.run('go', { mode: 'default' })
    expect([core.project.has('a.txt'), core.project.has('b.txt')]).toEqual([true, false])
    expect(core.events.of('approval.requested')).toEqual([])
    expect(core.events.of('tool.finished').map(({ meta }) => meta.hooks?.map(({ hook, outcome }) => `${hook} ${outcome}`))).toEqual([
      ['yes allowed'],
      ['no blocked'],
    ])
    expect(lastRequest(core)).toContain('[hook no] no')
  })

  it.each(['PreToolUse', 'PostToolUse', 'PermissionRequest', 'PreUserMessage'])('lets a hook end the turn at %s', async (event) => {
    const core = await connect({ rules: says(event, { continue: false, stopReason: 'enough' }), script: [write('a.txt'), { text: 'ok' }] })
    expect((await core.run('go', { mode: event === 'PermissionRequest' ? 'default' : 'acceptEdits' })).stopReason).toBe('hook_stopped')
    expect(core.model.requests).toHaveLength(event === 'PreUserMessage' ? 0 : 1)
  })
})

describe('a prompt', () => {
  it('that is blocked is not stored, and whoever typed it hears why', async () => {
    const rules =
      "  - { name: no-secrets, event: UserPromptSubmit, action: { type: shell, command: 'grep -q secret && { echo mind your words >&2; exit 2; }; exit 0' } }"
    const core = await connect({ rules, script: [{ text: 'ok' }] })
    const sessionId = await core.newSession()
    const start = core.rpc.turns.start({ sessionId, text: 'my secret' })
    await expect(start).rejects.toMatchObject({ code: 'hook.prompt_blocked', params: { hook: 'no-secrets', reason: 'mind your words' } })
    expect((await core.rpc.sessions.open({ sessionId })).rows).toEqual([])
    expect((await core.run('hello', { sessionId })).stopReason).toBe('end_turn')
  })

  it('is judged when it is queued, while a turn runs too, and once', async () => {
    const rules = `  - { name: no-secrets, event: UserPromptSubmit, action: { type: shell, command: 'grep -q secret && exit 2; echo seen >> "$MEWCODE_PROJECT_DIR/seen"' } }`
    const gate = Promise.withResolvers<void>()
    const core = await connect({ rules, script: [{ text: 'one', gate: gate.promise }, { text: 'two' }] })
    const sessionId = await core.newSession()
    await core.rpc.turns.start({ sessionId, text: 'first' })
    await core.events.waitFor('text.delta')
    const queue = (text: string) => core.rpc.turns.queue({ sessionId, text, when: 'after' })
    await expect(queue('my secret')).rejects.toMatchObject({ code: 'hook.prompt_blocked' })
    await queue('second')
    gate.resolve()
    await core.events.waitFor('turn.finished', ({ text }) => text === 'two')
    expect(core.project.read('seen')).toBe('seen\nseen\n')
  })

  it('goes to the model with what hooks add, each text once', async () => {
    const rules = [
      '  - { name: a, event: SessionStart, action: { type: shell, command: echo FROM-START } }',
      '  - { name: b, event: UserPromptSubmit, action: { type: prompt, text: FROM-PROMPT } }',
      says('PostToolUse', { additionalContext: 'FROM-TOOL' }, 'c'),
      '  - { name: d, event: PostToolUse, action: { type: shell, command: echo NOT-TOLD } }',
    ].join('\n')
    const core = await connect({ rules, script: [write('a.txt'), { text: 'one' }, { text: 'two' }] })
    const sessionId = await core.newSession('acceptEdits')
    await core.run('first', { sessionId })
    const bodies = core.model.requests.map(({ body }) => JSON.stringify(body['messages']))
    const counts = (body: string | undefined) =>
      ['FROM-START', 'FROM-PROMPT', 'FROM-TOOL', 'NOT-TOLD'].map((text) => (body ?? '').split(text).length - 1)
    expect([counts(bodies[0]), counts(bodies[1])]).toEqual([
      [1, 1, 0, 0],
      [1, 1, 1, 0],
    ])
    await core.run('second', { sessionId })
    expect(counts(JSON.stringify(core.model.requests.at(-1)?.body['messages']))).toEqual([1, 2, 1, 0])
  })
})

describe('a stop', () => {
  it('becomes the next instruction, at most eight times in a row', async () => {
    const rules = "  - { name: tests, event: Stop, action: { type: shell, command: 'echo run the tests >&2; exit 2' } }"
    const core = await connect({ rules, script: () => ({ text: 'done' }) })
    expect((await core.run('go')).stopReason).toBe('end_turn')
    expect(core.model.requests).toHaveLength(9)
    expect(lastRequest(core).split('run the tests')).toHaveLength(9)
    expect(core.events.of('notice').map(({ code }) => code)).toEqual(['hook.go_on_limit'])
  })

  it('is let go once the hook is content, and lifts no limit', async () => {
    const rules =
      "  - { name: once, event: Stop, action: { type: shell, command: 'grep -q \\'\"stop_hook_active\":true\\' || { echo more >&2; exit 2; }' } }".replaceAll(
        "\\'",
        "''",
      )
    const core = await connect({ rules, script: () => ({ text: 'done' }) })
    await core.run('go')
    expect(core.model.requests).toHaveLength(2)
    expect((await core.run('go', { maxTurns: 1 })).stopReason).toBe('max_turns')
  })
})
