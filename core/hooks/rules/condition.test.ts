import { describe, expect, it } from 'vitest'
import { createShellReader } from '../../permission/index.ts'
import type { HookFields } from '../types.ts'
import { createJudge, readRules } from './index.ts'
import { inTime } from '../../testing/in-time.ts'
import { readRegex } from './regex.ts'

const shell = createShellReader()

/** Whether a rule with this `if` runs on the payload. */
async function runs(condition: object, payload: HookFields): Promise<boolean> {
  const entry = { name: 'r', event: 'PreToolUse', if: condition, action: { type: 'prompt', text: 'x' } }
  const { rules, problems } = readRules([{ source: 'user', path: '/hooks.yaml', text: JSON.stringify({ hooks: [entry] }) }])
  expect(problems.filter(({ level }) => level === 'error')).toEqual([])
  return createJudge(payload, shell)(rules[0]?.rule.condition)
}

const atom = (field: string, match: object, payload: HookFields) => runs({ all_of: [{ field, match }] }, payload)
const bash = (command: string): HookFields => ({ tool_name: 'bash', tool_input: { command } })
const not = (inner: object): object => ({ type: 'not', inner })

describe('a field', () => {
  it('that is not there is no match, under not neither, at any depth', async () => {
    const payload = { tool_input: { path: null, list: [1] } }
    const missing = [
      'tool_name',
      'tool_input.command',
      'tool_input.path',
      'tool_input.list.0',
      'tool_input.path.x',
      'tool_input.constructor',
    ]
    const matches = [
      { type: 'exact', value: 'x' },
      { type: 'regex', value: '.*' },
      { type: 'in', values: ['x'] },
    ]
    for (const field of missing)
      for (const match of [...matches, ...matches.map(not), not(not({ type: 'exact', value: 'x' }))])
        expect([field, match, await atom(field, match, payload)]).toEqual([field, match, false])
  })

  it('is compared as text: numbers and booleans printed, lists and objects as JSON with sorted keys', async () => {
    const payload = { is_error: true, duration_ms: 12, tool_input: { b: [1, { z: 1, a: 2 }], a: null } }
    expect(await atom('is_error', { type: 'exact', value: true }, payload)).toBe(true)
    expect(await atom('duration_ms', { type: 'exact', value: '12' }, payload)).toBe(true)
    expect(await atom('tool_input', { type: 'exact', value: '{"a":null,"b":[1,{"a":2,"z":1}]}' }, payload)).toBe(true)
  })
})

it('is all or any of its conditions', async () => {
  const yes = { field: 'a', match: { type: 'exact', value: '1' } }
  const no = { field: 'a', match: { type: 'exact', value: '2' } }
  const command = { field: 'b', match: { type: 'command_glob', value: 'ls' } }
  const payload = { a: '1', b: 'ls' }
  const judged = (condition: object) => runs(condition, payload)
  expect(await judged({ all_of: [yes, yes] })).toBe(true)
  expect(await judged({ all_of: [yes, no] })).toBe(false)
  expect(await judged({ any_of: [no, yes] })).toBe(true)
  expect(await judged({ any_of: [no, no] })).toBe(false)
  expect(await judged({ all_of: [yes, command] })).toBe(true)
  expect(await judged({ all_of: [no, command] })).toBe(false)
  expect(await judged({ any_of: [no, command] })).toBe(true)
})

it('takes globs of paths as people mean them', async () => {
  const table: [glob: string, place: string, matches: boolean][] = [
    ['*.ts', 'src/deep/a.ts', true],
    ['*.ts', '/abs/src/a.ts', true],
    ['*.ts', 'a.tsx', false],
    ['src/**', 'src/deep/a.ts', true],
    ['src/**', '/home/me/p/src/a.ts', true],
    ['src/**', 'lib/a.ts', false],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['/etc/**', '/etc/passwd', true],
    ['/etc/**', 'etc/passwd', false],
    ['**/.env*', '.env.local', true],
  ]
  for (const [glob, place, matches] of table)
    expect([glob, place, await atom('tool_input.path', { type: 'glob', value: glob }, { tool_input: { path: place } })]).toEqual([
      glob,
      place,
      matches,
    ])
})

it('finds a command wherever it stands in a line, and each that is not the wanted one', async () => {
  const rm = { type: 'command_glob', value: 'rm *' }
  const table: [match: object, line: string, matches: boolean][] = [
    [rm, 'rm -rf build', true],
    [rm, 'cd x && rm -rf .', true],
    [rm, 'echo "rm -rf x"', false],
    [rm, '/bin/rm x', true],
    [rm, 'sudo rm x', true],
    [rm, 'sh -c "rm x"', true],
    [rm, 'grep rm x', false],
    [not({ type: 'command_glob', value: 'npm *' }), 'npm test', false],
    [not({ type: 'command_glob', value: 'npm *' }), 'npm test; curl x', true],
  ]
  for (const [match, line, matches] of table) expect([line, await atom('tool_input.command', match, bash(line))]).toEqual([line, matches])
})

describe('a regular expression', () => {
  it('may be spelt as Go does', async () => {
    const table: [source: string, text: string, matches: boolean][] = [
      ['(?i)^RM', 'rm x', true],
      [String.raw`\Aa\z`, 'a', true],
      ['^[[:alpha:]]+$', 'abc', true],
      ['^[[:alpha:]]+$', 'ab1', false],
      ['(?P<x>a)b', 'ab', true],
      [String.raw`\pL+`, '中', true],
      [String.raw`a\-b`, 'a-b', true],
      ['rm', 'a rm b', true],
    ]
    for (const [source, text, matches] of table)
      expect([source, await atom('a', { type: 'regex', value: source }, { a: text })]).toEqual([source, matches])
  })

  it('that runs wild is stopped, and its rule runs, under not too', async () => {
    const wild = { type: 'regex', value: '^(a+)+$' }
    const payload = { a: `${'a'.repeat(40)}!` }
    const startedAt = performance.now()
    expect([await atom('a', wild, payload), await atom('a', not(wild), payload)]).toEqual([true, true])
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(await atom('a', { type: 'regex', value: 'a*a*a*a*a*b' }, { a: 'a'.repeat(3_000) })).toBe(true)
    expect(inTime(() => readRegex(`${'(a|a)'.repeat(40)}b`)('a'.repeat(60)))).toBeUndefined()
  })

  it('is refused where V8 would work on it for ever', () => {
    for (const piece of ['a?', '[ab]?', '.??', 'a{0,3}', '(|a)', '(?:a|)', '(?:a)?', '(?:a?|b)'])
      expect(() => readRegex(`${piece.repeat(60)}aaaab`)).toThrow(SyntaxError)
    expect(readRegex(String.raw`^(?:https?:\/\/)?(?<host>[\w.-]+)(?::\d{1,5})?(?=\/|$)`)('http://a.b:80/')).toBe(true)
  })
})
