import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { CoreOptions } from '../app/index.ts'
import type { Mode } from '../contract/common.ts'
import { connectHookedCore, type ConnectCoreOptions, type HookedCore } from '../testing/index.ts'

let open: HookedCore | undefined
afterEach(async () => {
  const closing = open
  open = undefined
  await closing?.close()
})
const start = async (setup: ConnectCoreOptions & { rules?: string }): Promise<HookedCore> => (open = await connectHookedCore(setup))

const at = '.mewcode/skills/make/SKILL.md'
const skill = (body: string, more = '') => `---\nname: make\ndescription: makes it\n${more}---\n\n${body}\n`
const load = (more = {}) => ({ calls: [{ name: 'load_skill', input: { name: 'make', ...more } }] })
const ok = { text: 'ok' }
const unasked = (allow: string[] = [], deny: string[] = []): CoreOptions => ({
  headless: true,
  trustProjects: true,
  rules: { allow, deny },
})
/** What the model has been told by the last request. */
const told = (app: HookedCore): string => JSON.stringify(JSON.parse(app.model.requests.at(-1)?.raw ?? '{}').messages)
const bash = (app: HookedCore) =>
  app.events.all.flatMap((event) => (event.type === 'tool.finished' && event.name === 'bash' ? [event.isError ? 'refused' : 'ran'] : []))

function putHome(app: HookedCore, file: string, content: string): void {
  const full = join(app.platform.paths.userHome, file)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
}

describe('a command behind an exclamation mark in a trusted text', () => {
  it.each(['the tool', 'the slash', 'a command file'])('has its output put into its place once, by %s', async (by) => {
    const app = await start({
      files: {
        'branch.txt': 'main $0 !`touch twice.txt`\n',
        [by === 'a command file' ? '.mewcode/commands/make.md' : at]: skill('On !`cat branch.txt` now, $ARGUMENTS.'),
      },
      options: unasked(['Bash(cat:*)', 'Bash(touch:*)']),
      script: by === 'the tool' ? [load({ arguments: 'do !`touch arg.txt`' }), ok, ok] : [ok, ok],
    })
    const sessionId = await app.newSession()
    await app.run(by === 'the tool' ? 'x' : '/make do !`touch arg.txt`', { sessionId })
    const text = 'On main $0 !`touch twice.txt` now, do !`touch arg.txt`.'
    expect(told(app)).toContain(text)
    app.project.write('branch.txt', 'other\n')
    await app.run('y', { sessionId })
    expect(told(app)).toContain(text)
    expect([bash(app), app.project.has('twice.txt'), app.project.has('arg.txt')]).toEqual([['ran'], false, false])
  })

  it('goes the way of a call of the model’s: hooks before and after, rules, audit', async () => {
    const app = await start({ files: { [at]: skill('A !`echo one` B !`touch no.txt`') }, options: unasked(['Bash(echo:*)']), script: [ok] })
    const sessionId = await app.newSession()
    await app.run('/make', { sessionId })
    const heard = app.takeEvents().flatMap(({ event, tool_input: args }) => (/ToolUse/.test(String(event)) ? [[event, args]] : []))
    expect(heard).toEqual([
      ['PreToolUse', { command: 'echo one' }],
      ['PostToolUse', { command: 'echo one' }],
      ['PreToolUse', { command: 'touch no.txt' }],
    ])
    const { rows } = await app.rpc.audit.list({ sessionId, kind: 'tool' })
    expect(rows.map(({ tool, decision }) => [tool, decision]).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['bash', 'allow'],
      ['bash', 'deny'],
    ])
    expect(told(app)).toMatch(/A one B \[The command .{2,4}touch no.txt.{2,4} gave no output to go by. Denied: /)
    expect(app.project.has('no.txt')).toBe(false)
  })

  it('has a row of its own with what it put out, a card where a person is asked, and says when they refuse', async () => {
    const app = await start({
      files: { [at]: skill('A !`mkdir yes && echo made` B !`mkdir no`') },
      options: { trustProjects: true },
      script: [load(), ok],
    })
    const sessionId = await app.newSession()
    await app.rpc.turns.start({ sessionId, text: 'x' })
    const first = await app.events.waitFor('approval.requested')
    expect([first.toolName, first.input, app.project.has('yes')]).toEqual(['bash', { command: 'mkdir yes && echo made' }, false])
    const { approvals, rows } = await app.rpc.sessions.open({ sessionId })
    expect([approvals.length, rows.flatMap((row) => (row.kind === 'tool' ? [`${row.name} ${row.state}`] : []))]).toEqual([
      1,
      ['load_skill running', 'bash waiting'],
    ])
    await app.rpc.approvals.answer({ approvalId: first.approvalId, decision: 'once' })
    const second = await app.events.waitFor('approval.requested', ({ approvalId }) => approvalId !== first.approvalId)
    await app.rpc.approvals.answer({ approvalId: second.approvalId, decision: 'no', reason: 'not now' })
    expect((await app.events.waitFor('turn.finished')).text).toBe('ok')
    expect(told(app)).toMatch(
      /A made B \[The command .{2,4}mkdir no.{2,4} gave no output to go by. The user refused this call and said: not now\]/,
    )
    expect([app.project.has('yes'), app.project.has('no')]).toEqual([true, false])
    // As they are read from what is stored, by another process too.
    const before = (await app.rpc.sessions.open({ sessionId })).rows
    await app.restart()
    const after = (await app.rpc.sessions.open({ sessionId })).rows
    expect(after).toEqual(before)
    expect(after.flatMap((row) => (row.kind === 'tool' ? [[row.name, row.isAside, row.state, row.meta.exitCode]] : []))).toEqual([
      ['load_skill', undefined, 'done', undefined],
      ['bash', true, 'done', 0],
      ['bash', true, 'failed', undefined],
    ])
  })

  const own = 'allowed-tools: Bash(touch *)\n'
  it.each([
    ['needs no question where the skill’s own allowed-tools name it', own, {}, 'ran'],
    ['is refused by a deny rule whatever those say', own, { deny: ['Bash(touch:*)'] }, 'refused'],
    ['is refused in plan mode whatever those say', own, { mode: 'plan' as const }, 'refused'],
    ['is refused by the skill’s disallowed-tools', 'disallowed-tools: Bash\n', { mode: 'bypassPermissions' as const }, 'refused'],
  ])('%s', async (_, more, { deny = [], mode }: { deny?: string[]; mode?: Mode }, end) => {
    const app = await start({ files: { [at]: skill('!`touch made.txt`', more) }, options: unasked([], deny), script: [load(), ok] })
    await app.run('x', { mode })
    expect([bash(app), app.project.has('made.txt')]).toEqual([[end], end === 'ran'])
  })

  it('ends with the turn that is stopped while it runs', async () => {
    const app = await start({ files: { [at]: skill('A !`echo on > on.txt; sleep 60` B') }, options: { trustProjects: true }, script: [ok] })
    const sessionId = await app.newSession('bypassPermissions')
    await app.rpc.turns.start({ sessionId, text: '/make' })
    await app.events.waitFor('tool.requested')
    await app.rpc.turns.cancel({ sessionId })
    expect((await app.events.waitFor('turn.finished')).stopReason).toBe('cancelled')
    expect(app.model.requests).toEqual([])
    await app.run('go on', { sessionId })
    expect(told(app)).toContain('A !`echo on > on.txt; sleep 60` B')
  })

  it('gives its hook’s no in place of its output, and runs for a skill that is an agent of its own before that begins', async () => {
    const app = await start({
      files: { [at]: skill('JOB !`echo one` !`echo two`', 'mode: fork\n') },
      options: unasked(['Bash(echo:*)']),
      rules:
        "  - { name: no-two, event: PreToolUse, action: { type: shell, command: 'if grep -q two; then echo not two >&2; exit 2; fi' } }",
      script: [{ text: 'report' }, ok],
    })
    await app.run('/make')
    const [job] = app.model.requests
    expect(job?.raw).toMatch(/JOB one \[The command .{2,6}echo two.{2,6} gave no output to go by. .*not two/)
    expect(told(app)).toContain('report')
  })
})

it('ends the turn where a hook says so', async () => {
  const app = await start({
    files: { [at]: skill('A !`echo one` !`touch no.txt`') },
    options: unasked(['Bash']),
    rules: `  - { name: end, event: PreToolUse, action: { type: shell, command: "echo '{\\"continue\\": false, \\"stopReason\\": \\"enough\\"}'" } }`,
    script: [ok],
  })
  expect((await app.run('/make')).stopReason).toBe('hook_stopped')
  expect([app.model.requests.length, bash(app), app.project.has('no.txt')]).toEqual([0, ['refused'], false])
})

describe('whose text it is', () => {
  const files = { [at]: skill('A !`touch skill.txt`'), '.mewcode/commands/other.md': skill('B !`touch command.txt`') }

  it('stays words in a project nobody trusts, which is said to the model and the person', async () => {
    const app = await start({ files, options: { headless: true }, script: [ok, ok] })
    const sessionId = await app.newSession('bypassPermissions')
    await app.run('/make', { sessionId })
    expect(told(app)).toMatch(/exclamation mark in it were not run[^]*A !`touch skill.txt`/)
    await app.run('/other', { sessionId })
    expect(told(app)).toContain('B !`touch command.txt`')
    expect([bash(app), app.project.has('skill.txt'), app.project.has('command.txt')]).toEqual([[], false, false])
    expect((await app.rpc.skills.show({ id: 'make' })).diagnostics.map(({ problem }) => problem.code)).toEqual([
      'skill.runs_shell',
      'skill.untrusted',
    ])
    expect((await app.rpc.commands.list({})).problems.map(({ code }) => code)).toEqual(['command.runs_shell'])
  })

  it('runs under the rules where it is the person’s own, in any project', async () => {
    const app = await start({ options: { headless: true, rules: { allow: ['Bash(echo:*)'], deny: [] } }, script: [ok, load(), ok, ok] })
    putHome(app, '.claude/skills/make/SKILL.md', skill('A !`echo one` !`touch no.txt`', 'allowed-tools: Bash\n'))
    putHome(app, '.claude/commands/other.md', skill('B !`echo two`'))
    await app.run('/make')
    await app.run('x')
    await app.run('/other')
    expect(told(app)).toContain('B two')
    expect([bash(app), app.project.has('no.txt')]).toEqual([['ran', 'refused', 'ran', 'refused', 'ran'], false])
    expect((await app.rpc.skills.show({ id: 'make' })).displayPath).toBe('~/.claude/skills/make/SKILL.md')
  })
})
