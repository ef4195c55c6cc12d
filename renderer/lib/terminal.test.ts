import { expect, it } from 'vitest'
import { headLines, tailLines, terminalText } from './terminal.ts'

it.each([
  ['colours go', '\u001b[32m✓\u001b[0m done', '✓ done'],
  ['a progress line is written over', 'Progress 10%\rProgress 90%\ndone', 'Progress 90%\ndone'],
  ['a shorter text leaves the rest of the longer one', 'abcdef\rxy', 'xycdef'],
  ['CRLF is one line end', 'a\r\nb', 'a\nb'],
  ['backspace rubs out', 'abc\b\bX', 'aX'],
  ['titles of windows go', '\u001b]0;title\u0007text', 'text'],
  ['an escape cut by the end goes', 'text\u001b[3', 'text'],
  ['other control characters go', 'a\u0000b\u0007c', 'abc'],
])('%s', (_title, raw, shown) => {
  expect(terminalText(raw)).toBe(shown)
})

it('the tail shows the newest lines and says how many are above', () => {
  expect(tailLines('1\n2\n3\n4\n', 2)).toEqual({ lines: ['3', '4'], hidden: 2 })
})

it('the head never holds more characters than it may, whatever the line count', () => {
  const { lines, hidden } = headLines('x'.repeat(50_000) + '\n' + 'y'.repeat(50_000) + '\nz', 10, 60_000)
  expect(lines.join('\n').length).toBeLessThanOrEqual(60_001)
  expect(hidden).toBe(1)
})
