import { fc } from '../../testing/fast-check.ts'
import { expect, it } from 'vitest'
import { collectFindings } from './finding.ts'
import { readRules } from './index.ts'
import { readEntry } from './read-rule.ts'

const KEYS = ['name', 'event', 'if', 'action', 'only_once', 'async', 'timeout', 'on_failure', 'merge', 'enabled', '__proto__', 'x']
const WORDS = ['Stop', 'PreToolUse', 'shell', 'prompt', 'http', 'exact', 'not', 'all_of', '30s', 'block', 'true', 'https://a.b/c', '(', '']

const leaf = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  fc.string({ maxLength: 8, unit: 'binary' }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const { node } = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('type', 'value', 'inner', 'field', 'match', 'all_of', 'any_of', 'command', 'text', 'url', 'headers', ...KEYS),
      tie('node'),
      {
        maxKeys: 4,
      },
    ),
  ),
}))
const entry = fc.oneof(node, fc.dictionary(fc.constantFrom(...KEYS), node, { maxKeys: 8 }))
/** An entry of any form is a rule, a switch, or has something wrong with it, at keys that are its own. */
function readOne(value: unknown): void {
  const found = collectFindings()
  const { rule, isSwitch } = readEntry(value, found)
  const isSaid = rule !== undefined || isSwitch || found.hasErrors
  if (!isSaid || (rule !== undefined && found.hasErrors)) throw new Error(JSON.stringify({ rule, isSwitch, found: found.all }))
}

it('reads any entry, and drops none without a word', { timeout: 60_000 }, () => {
  fc.assert(fc.property(entry, readOne), { numRuns: 10_000 })
})

it('reads a file with anything typed into it, tells what is wrong within it, and loses no rule of another', { timeout: 60_000 }, () => {
  const base = `hooks:
  - name: a
    event: PreToolUse
    if: { all_of: [ { field: x, match: { type: exact, value: y } } ] }
    action: { type: shell, command: x }
  - name: b
    event: Stop
    action: { type: prompt, text: y }
`
  const typed = fc.tuple(
    fc.nat(base.length),
    fc.nat(12),
    fc.constantFrom('\t', '- ', ': ', '"', '&a ', '*a', '!!x ', '\n', '  ', '[', '}', '|', '\0', '<<: '),
  )
  const good = 'hooks: [{ name: good, event: Stop, action: { type: shell, command: "true" } }]'
  const readTyped = ([at, cut, added]: [number, number, string]): void => {
    const text = base.slice(0, at) + added + base.slice(at + cut)
    const { rules, problems } = readRules([
      { source: 'project', path: '/p', text },
      { source: 'user', path: '/u', text: good },
    ])
    expect(rules.some(({ rule, state }) => rule.name === 'good' && state === 'active')).toBe(true)
    for (const { line } of problems) expect(line >= 1 && line <= text.split('\n').length).toBe(true)
  }
  fc.assert(fc.property(typed, readTyped), { numRuns: 600 })
})
