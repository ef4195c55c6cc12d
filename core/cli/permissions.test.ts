import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

let base: string
let project: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-permissions-')))
  project = join(base, 'my 项目')
  for (const folder of ['home', 'my 项目']) mkdirSync(join(base, folder))
  writeFileSync(join(project, '.env'), 'S=1')
  writeFileSync(join(project, 'a.txt'), 'x')
  symlinkSync('/etc', join(project, 'out-link'))
  const rules = 'allow: ["Bash(git *)", "Write(*.md)", "mcp__github__*", "Read"]\n  deny: ["Bash(rm *)", "Read(.env)"]'
  writeFileSync(join(base, 'home/settings.yaml'), `permissions:\n  ${rules}\n`)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

async function mew(argv: readonly string[], input?: string): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], HOME: base, MEWCODE_HOME: join(base, 'home') }
  const here = fakeTerminal({ env, cwd: project, language: 'en', ...(input !== undefined && { input }) })
  const code = await runCommand(argv, here)
  return { code, out: here.out(), err: here.err() }
}

describe('permissions check', () => {
  it('names decision, layer, rule and where the rule stands', async () => {
    const { code, out } = await mew([
      'permissions',
      'check',
      'bash',
      '{"command":"true && rm -r src"}',
      '--mode',
      'bypassPermissions',
      '--json',
    ])
    expect([code, JSON.parse(out)]).toEqual([
      0,
      expect.objectContaining({
        decision: 'deny',
        layer: 'rule',
        rule: 'Bash(rm *)',
        source: { kind: 'user', file: join(base, 'home/settings.yaml'), line: 3 },
        parts: [
          { text: 'true', decision: 'allow' },
          { text: 'rm -r src', decision: 'deny', rule: 'Bash(rm *)', risk: 'permission.risk_removes' },
        ],
      }),
    ])
  })

  it('says it in words, part by part', async () => {
    const { out } = await mew(['permissions', 'check', 'Bash', '{"command":"git status; sudo make"}'])
    expect(out).toMatch(
      /^ask {2}mode {2}- {2}-\nIt runs with another user's rights\.\n {2}allow {2}git status\n {2}ask {4}sudo make {3}It runs with/,
    )
  })

  it('answers a line each from standard input, and goes on after one that cannot be judged', async () => {
    const lines = [
      { tool: 'bash', input: { command: 'git status' } },
      { tool: 'read_file', input: { path: join(project, '.env') } },
      { tool: 'edit_file', input: { file_path: 'a.txt', old_string: 'x', new_string: 'y' }, mode: 'acceptEdits' },
      { tool: 'write_file', input: { path: 'out-link/evil.md', content: '' } },
      { tool: 'mcp__github__create_issue', input: {} },
      { tool: 'mcp__other__x', input: {} },
      { tool: 'write_file', input: {} },
      { tool: 'read_fil', input: { path: 'a' } },
      { tool: 'mcp__other__*', input: {} },
    ]
    const { code, out } = await mew(
      ['permissions', 'check', '--batch', '-'],
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnonsense\n`,
    )
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { decision?: string; layer?: string; error?: { code: string } })
    expect([code, answers.map(({ decision, layer, error }) => error?.code ?? `${decision} ${layer}`)]).toEqual([
      0,
      [
        ...['allow rule', 'deny rule', 'allow mode', 'ask sandbox', 'allow rule', 'ask mode'],
        ...['permission.bad_call', 'permission.unknown_tool', 'permission.unknown_tool', 'usage.bad_value'],
      ],
    ])
  })

  it('says that a mistyped tool is none, and which is meant', async () => {
    const mistyped = await mew(['permissions', 'check', 'Bsah', '{"command":"rm -rf /"}', '--json'])
    expect(mistyped).toEqual({
      code: 2,
      out: '',
      err: 'permission.unknown_tool: There is no tool Bsah.\n  The closest is Bash; tools of MCP servers are written mcp__server__tool.\n',
    })
  })

  it('wants a tool and its arguments', async () => {
    expect(await mew(['permissions', 'check', 'bash'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('JSON') })
  })
})

it('permissions list shows the rules in force and where each stands', async () => {
  const { out } = await mew(['permissions', 'list'])
  const file = `${join(base, 'home/settings.yaml')}`
  expect(out.split('\n')).toEqual([
    `deny   Bash(rm *)      ${file}:3`,
    `deny   Read(.env)      ${file}:3`,
    `allow  Bash(git *)     ${file}:2`,
    `allow  Write(*.md)     ${file}:2`,
    `allow  mcp__github__*  ${file}:2`,
    `allow  Read            ${file}:2`,
    '',
  ])
})

it('permissions folders adds, lists and takes back a folder beside the project', async () => {
  const beside = join(base, 'beside')
  mkdirSync(beside)
  const names = (out: string): string[] => (JSON.parse(out) as { path: string }[]).map(({ path }) => path)
  const added = await mew(['permissions', 'folders', 'add', '../beside', '--json'])
  expect([added.code, names(added.out)]).toEqual([0, [beside]])
  await mew(['permissions', 'folders', 'add', beside, '--everywhere'])
  const { out } = await mew(['permissions', 'folders', 'list'])
  expect(out).toMatch(/beside {2}.*settings\.local\.yaml:2\n.*beside {2}.*home\/settings\.yaml:5\n$/)
  const checked = await mew([
    'permissions',
    'check',
    'write_file',
    '{"path":"../beside/a","content":""}',
    '--mode',
    'acceptEdits',
    '--json',
  ])
  expect(JSON.parse(checked.out)).toMatchObject({ decision: 'allow', layer: 'mode' })
  expect(await mew(['permissions', 'folders', 'remove', '../beside'])).toMatchObject({ code: 0, out: '' })
  expect(await mew(['permissions', 'folders', 'add', 'not-there'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('permission.folder_missing'),
  })
})
