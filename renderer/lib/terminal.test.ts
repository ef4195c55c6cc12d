import { expect, it } from 'vitest'
import { inTime } from '../../core/testing/in-time.ts'
import { linesOf, terminalText } from './terminal.ts'

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

it('lines are those with something after them, each cut to what the page takes', () => {
  expect(linesOf(`one\n\n${'x'.repeat(5000)}\n\n`)).toEqual(['one', '', `${'x'.repeat(4000)}…`])
})

it('costs what its length says, however often a long line is written over', () => {
  expect(inTime(() => terminalText(`${'x'.repeat(300_000)}${'\ra'.repeat(300_000)}`))).toBe(`a${'x'.repeat(299_999)}`)
})
