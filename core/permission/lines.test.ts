import { fc } from '../testing/fast-check.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowedLines } from './cases/allowed-lines.ts'
import { askingLines } from './cases/asking-lines.ts'
import { deniedLines } from './cases/denied-lines.ts'
import { openLineJudge, type LineJudge } from './cases/judge.ts'
import { createRandom, randomLine } from './cases/random-lines.ts'
import { tableRules } from './cases/types.ts'

const all = [...allowedLines, ...askingLines, ...deniedLines]
let lines: LineJudge

beforeAll(() => {
  lines = openLineJudge()
})
afterAll(() => lines.close())

describe('shell lines', () => {
  it('are at least 250, each with one answer', () => {
    expect(all.length).toBeGreaterThanOrEqual(250)
    expect(all.map(([line]) => line).filter((line, at, every) => every.indexOf(line) !== at)).toEqual([])
  })

  it.each(all)('%j: %s, because %s', async (line, want) => {
    const wanted = want === 'held' ? 'ask' : want
    const lifted = want === 'held' ? 'ask' : want === 'deny' ? 'deny' : 'allow'
    const [asked, bypassed] = [await lines.judge(line, tableRules), await lines.judge(line, { ...tableRules, mode: 'bypassPermissions' })]
    expect([asked.decision, bypassed.decision]).toEqual([wanted, lifted])
  })

  it('are shown command by command, a redirection of several by itself, with what stands out of each', async () => {
    const { parts } = await lines.judge('npm ci && rm -r build/*.tmp && cat a.txt > b.txt; cat src/*.c', { allow: [] })
    expect(parts.map(({ text, decision, risk }) => [text, decision, risk])).toEqual([
      ['npm ci', 'ask', undefined],
      ['rm -r build/*.tmp', 'ask', 'permission.risk_removes'],
      ['cat a.txt', 'allow', undefined],
      ['> b.txt', 'ask', 'permission.risk_writes_file'],
      ['cat src/*.c', 'ask', 'permission.risk_unknown_word'],
    ])
  })

  it('no line of the tables that starts more than one rule says passes by that rule alone', async () => {
    const rules = ['Bash(git *)', 'Bash(git:*)', 'Bash(~^git)', 'Bash(!rm *)']
    const wrong: string[] = []
    for (const [line, want] of deniedLines.filter(([text]) => !/\b(?:nc|echo cm0)/.test(text)))
      for (const rule of rules) {
        const { decision } = await lines.judge(`git status; ${line}`, { allow: [rule] })
        if (decision === 'allow') wrong.push(`${rule} lets pass ${JSON.stringify(line)} (${want})`)
      }
    expect(wrong).toEqual([])
  })
})

describe('always', () => {
  const commands = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 1, unit: fc.constantFrom(...Array.from(' \\*?[]{}()!=~@+|&;<>$`"\'#-:ab\n\t')) }),
    fc.integer().map((seed) => randomLine(createRandom(seed))),
  )

  it('makes exactly that command match next time, whatever it is', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (command) => {
        const first = await lines.judge(command, {})
        fc.pre(first.decision === 'ask' && command.trim() !== '')
        const [exact] = first.suggestions
        const kept: { allow: string[]; source: 'local' } = { allow: exact ? [exact.rule] : [], source: 'local' }
        const [again, other] = [await lines.judge(command, kept), await lines.judge(`${command} zz`, kept)]
        expect([exact?.kind, again.decision]).toEqual(['exact', 'allow'])
        expect(other.decision === 'allow' && other.rule === exact?.rule).toBe(false)
      }),
      { numRuns: 200, endOnFailure: true },
    )
  })

  it.each([
    ['npm test -- x', 'Bash(npm test:*)'],
    ['npm run build', 'Bash(npm run build:*)'],
    ['npx tsc -p .', 'Bash(npx tsc:*)'],
    ['git diff HEAD', 'Bash(git diff:*)'],
    ['cargo test', 'Bash(cargo test:*)'],
    ['pytest -q', 'Bash(pytest:*)'],
    ['make all', 'Bash(make all:*)'],
  ])('offers for %j the beginning %s, which then covers it', async (command, rule) => {
    const { suggestions } = await lines.judge(command, {})
    expect(suggestions.map((one) => one.rule)).toEqual([expect.any(String), rule])
    expect((await lines.judge(command, { allow: [rule] })).decision).toBe('allow')
  })

  it.each([
    'python3 x.py',
    'node x.js',
    'bash x.sh',
    'sh -c "npm test"',
    'sudo npm test',
    'env npm test',
    'xargs npm test',
    'rm x',
    'rm -r x',
    'npm test > x',
    'npm test && npm run x',
    'FOO=1 npm test',
    './npm test',
    'npm run $X',
    'npm -C .. test',
    'git -c a=b diff',
    'git push',
    'curl x',
    'make -f x',
    'npx -y x',
    'npm exec x',
    'docker run x',
    'ssh x',
    'find . -delete',
    'npm "test"x',
  ])('offers no beginning for %j', async (command) => {
    const { suggestions } = await lines.judge(command, {})
    expect(suggestions.filter(({ kind }) => kind === 'prefix')).toEqual([])
  })
})
