import { applyPatch } from 'diff'
import { fc } from '../../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { unifiedDiff } from './unified-diff.ts'

describe('a unified diff', () => {
  it('turns the one text into the other, for any two texts', () => {
    const line = fc.constantFrom('a', 'b', 'c', '', 'long line')
    const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { diff, added, removed } = unifiedDiff('f', before, after)
        expect(applyPatch(before, diff === '' ? '--- a/f\n+++ b/f\n' : diff)).toBe(after)
        const lines = diff.split('\n').slice(2)
        expect([added, removed]).toEqual(['+', '-'].map((mark) => lines.filter((one) => one.startsWith(mark)).length))
      }),
    )
  })

  it('has the right line numbers far down in a large file, and only three lines around', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}\n`)
    const before = lines.join('')
    lines[14_999] = 'changed\n'
    expect(unifiedDiff('f', before, lines.join('')).diff).toBe(
      '--- a/f\n+++ b/f\n@@ -14997,7 +14997,7 @@\n line 14997\n line 14998\n line 14999\n-line 15000\n+changed\n line 15001\n line 15002\n line 15003\n',
    )
  })

  it('of a name replaced on every line stays line by line', () => {
    const before = 'old one\nsame\n'.repeat(2_000)
    const { diff, added, removed } = unifiedDiff('f', before, before.replaceAll('old', 'new'))
    expect([added, removed]).toEqual([2_000, 2_000])
    expect(applyPatch(before, diff)).toBe(before.replaceAll('old', 'new'))
  })

  it('is cut at its limit, still readable, with whole counts', () => {
    const after = `${'x'.repeat(99)}\n`.repeat(10_000)
    const { diff, added, truncated } = unifiedDiff('f', undefined, after)
    expect(Buffer.byteLength(diff)).toBeLessThan(limits.diff.bytes + 200)
    expect([added, truncated]).toEqual([10_000, true])
    expect(applyPatch('', diff)).toBe(after.slice(0, (diff.split('\n').length - 4) * 100))
  })

  it('of nothing is empty', () => {
    expect(unifiedDiff('f', 'a\n', 'a\n')).toEqual({ diff: '', added: 0, removed: 0, truncated: false })
  })
})
