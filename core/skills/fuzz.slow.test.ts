import { fc } from '../testing/fast-check.ts'
import { expect, it } from 'vitest'
import { readSkill } from './read-skill.ts'

/** What heads of real and hostile files are made of. */
const piece = fc.constantFrom(
  '---',
  '...',
  '\n',
  '\r\n',
  '\r',
  'name: ',
  'description: ',
  'allowed-tools: ',
  'disallowed-tools: ',
  'disable-model-invocation: ',
  'metadata:',
  '  a: ',
  '- b',
  '"',
  "'",
  '{',
  '[',
  ']',
  '}',
  '|',
  '>-',
  '&x ',
  '*x',
  '!!js/function',
  '<<: *x',
  '__proto__: ',
  ' #',
  '\t',
  '  ',
  ': ',
  ',',
  '\u200b',
  '\u202e',
  '\0',
  '名',
  '(a b)',
  '../',
  'CON',
  '!`ls`',
  '$ARGUMENTS',
)
const pieces = fc.array(fc.oneof({ weight: 6, arbitrary: piece }, fc.string({ maxLength: 20 })), { maxLength: 60 })

it('reads twenty thousand made-up files without a crash or a hang, each with a text or a reason', { timeout: 300_000 }, () => {
  let slowestMs = 0
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, hasHead) => {
      const started = performance.now()
      const { text, diagnostics } = readSkill(Buffer.from(`${hasHead ? '---\n' : ''}${parts.join('')}`), 'fuzz')
      slowestMs = Math.max(slowestMs, performance.now() - started)
      if (text === undefined) expect(diagnostics.some(({ level }) => level === 'error')).toBe(true)
      else expect([text.name.length > 0, text.description.length > 0]).toEqual([true, true])
      for (const { line } of diagnostics) expect(line).toBeGreaterThanOrEqual(1)
    }),
    { numRuns: 20_000 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void readSkill(bytes, 'fuzz')),
    { numRuns: 5_000 },
  )
  expect(slowestMs).toBeLessThan(2_000)
})
