import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-hooks-')))
  for (const folder of ['home', 'project/.mewcode']) mkdirSync(join(base, folder), { recursive: true })
  writeFileSync(join(base, 'home/config.yaml'), 'default_provider: demo\nproviders:\n  - { name: demo, protocol: demo }\n')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const mine = (text: string): void => writeFileSync(join(base, 'home/hooks.yaml'), text)

async function mew(argv: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const terminal = fakeTerminal({ env, cwd: join(base, 'project'), language: 'en', input })
  return { code: await runCommand(argv, terminal), out: terminal.out(), err: terminal.err() }
}

it('lists rules with their state and mistakes with their line, and ends with 2 where there are some', async () => {
  mine('hooks:\n  - { name: good, event: Stop, action: { type: shell, command: "true" } }\n')
  writeFileSync(join(base, 'project/.mewcode/hooks.yaml'), 'hooks:\n  - { name: theirs, event: Stop, action: { type: prompt, text: x } }\n')
  const listed = await mew(['hooks', 'list', '--json'])
  expect([listed.code, listed.err]).toEqual([0, ''])
  const { rules, problems } = JSON.parse(listed.out)
  expect(problems).toEqual([])
  expect(rules).toMatchObject([
    { name: 'theirs', event: 'Stop', source: 'project', state: 'untrusted' },
    { name: 'good', event: 'Stop', source: 'user', state: 'active', problem: null },
  ])
  expect(JSON.parse((await mew(['hooks', 'list', '--trust', '--json'])).out).rules[0].state).toBe('active')

  mine('hooks:\n  - { name: bad, event: Stopp, action: { type: shell } }\n')
  const checked = await mew(['hooks', 'check', '--json'])
  expect(checked.code).toBe(2)
  const file = join(base, 'home/hooks.yaml')
  expect(JSON.parse(checked.out).problems).toEqual([
    { file, line: 2, rule: 'bad', level: 'error', message: 'There is no event `Stopp`. The nearest is Stop.' },
    { file, line: 2, rule: 'bad', level: 'error', message: '`command` is missing.' },
  ])
  expect((await mew(['hooks', 'check'])).out).toContain(`error: ${file}:2: bad: There is no event`)
  writeFileSync(join(base, 'project/other.yaml'), 'hooks: []\n')
  expect((await mew(['hooks', 'check', 'other.yaml', '--json'])).code).toBe(0)
})

it('tries a payload, from a file or standard input', async () => {
  mine(`hooks:
  - name: no-rm
    event: PreToolUse
    if: { all_of: [{ field: tool_input.command, match: { type: command_glob, value: "rm -rf *" } }] }
    action: { type: shell, command: "echo no >&2; exit 2" }
  - { name: words, event: PreToolUse, action: { type: prompt, text: TOLD } }
`)
  const payload = JSON.stringify({ tool_name: 'bash', tool_input: { command: 'cd x && rm -rf .' } })
  const blocked = await mew(['hooks', 'test', 'PreToolUse', '--payload', '-', '--json'], payload)
  expect(JSON.parse(blocked.out)).toMatchObject({
    blocked: true,
    by: 'no-rm',
    reason: 'no',
    prompts: [],
    updatedInput: null,
    runs: [{ rule: 'no-rm', outcome: 'blocked', exitCode: 2, durationMs: expect.any(Number) }],
  })
  writeFileSync(join(base, 'project/payload.json'), JSON.stringify({ tool_name: 'bash', tool_input: { command: 'ls' } }))
  const free = JSON.parse((await mew(['hooks', 'test', 'PreToolUse', '--payload', 'payload.json', '--json'])).out)
  expect([free.blocked, free.prompts]).toEqual([false, ['TOLD']])
  const codes = await Promise.all([
    mew(['hooks', 'test', 'NoSuchEvent', '--payload', '-'], '{}'),
    mew(['hooks', 'test', 'Stop', '--payload', '-'], 'no json'),
    mew(['hooks', 'test', 'Stop', '--payload', 'gone.json']),
  ])
  expect(codes.map(({ code, err }) => [code, err.split(':')[0]])).toEqual([
    [2, 'hook.unknown_event'],
    [2, 'usage.bad_value'],
    [2, 'files.unreadable'],
  ])
})

it('blocks in a run, keeps what was run, runs it again, and switches rules', async () => {
  mine(
    'hooks:\n  # keep me\n  - { name: no-prompts, event: UserPromptSubmit, action: { type: shell, command: "echo not today >&2; exit 2" } }\n',
  )
  const refused = await mew(['run', 'hello'])
  expect([refused.code, refused.err.split('\n')[0]]).toEqual([
    1,
    'hook.prompt_blocked: The hook no-prompts does not let this prompt pass: not today',
  ])
  const rows = JSON.parse((await mew(['hooks', 'log', '--json'])).out)
  expect(rows).toMatchObject([{ rule: 'no-prompts', event: 'UserPromptSubmit', outcome: 'blocked', exitCode: 2, reason: 'not today' }])
  expect((await mew(['hooks', 'log'])).out).toContain('no-prompts  blocked  2')
  expect(JSON.parse((await mew(['hooks', 'replay', String(rows[0].id), '--json'])).out)).toMatchObject({ blocked: true, by: 'no-prompts' })
  expect((await mew(['hooks', 'disable', 'no-prompts'])).code).toBe(0)
  expect(readFileSync(join(base, 'home/hooks.yaml'), 'utf8')).toContain('# keep me')
  expect((await mew(['run', 'hello'])).code).toBe(0)
  expect((await mew(['hooks', 'enable', 'no-prompts'])).code).toBe(0)
  expect((await mew(['run', 'hello'])).code).toBe(1)
  expect((await mew(['hooks', 'disable', 'gone'])).err).toContain('hook.not_found')
})

it('fails closed in a run that asks for it', async () => {
  mine('hooks:\n  - { name: broken, event: UserPromptSubmit, action: { type: shell, command: ./gone.sh } }\n')
  const open = await mew(['run', 'hello'])
  expect([open.code, open.err.includes('hook.broken')]).toEqual([0, true])
  expect((await mew(['run', '--hooks-fail-closed', 'hello'])).code).toBe(1)
})
