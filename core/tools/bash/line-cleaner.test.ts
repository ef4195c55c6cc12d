import { expect, it } from 'vitest'
import { inTime } from '../../testing/in-time.ts'
import { createLineCleaner } from './line-cleaner.ts'

const cleaned = (text: string): string => {
  const cleaner = createLineCleaner()
  return cleaner.add(Buffer.from(text)) + cleaner.end()
}

it.each([
  ['colours', '\u001b[1;32m✓\u001b[0m done', '✓ done'],
  ['colours of one byte', '\u009b1mbold\u009b0m', 'bold'],
  ['titles of windows', '\u001b]0;title\u0007a\u001b]8;;https://a.example\u001b\\b', 'ab'],
  ['character sets and keypads', '\u001b(B\u001b=\u001b7a\u001b8', 'a'],
  ['what was rubbed out', 'N\bNA\bA🦀\b!', 'NA!'],
  ['what was drawn over', '10%\r90%\n', '90%\n'],
])('leaves out %s', (_, text, shown) => expect(cleaned(text)).toBe(shown))

it.each(['\u001b]', '\u001b]0;a', '\u001b[1;', '\u001bP', 'a\b', '\u001b ', '\u009b'])('reads a line of %j once', (piece) => {
  expect(inTime(() => cleaned(piece.repeat(200_000)).length)).toBeLessThan(600_001)
})
