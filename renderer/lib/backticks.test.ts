import { expect, it } from 'vitest'
import { backtickPieces } from './backticks.ts'

const drawn = (line: string): string =>
  backtickPieces(line)
    .map(({ text, isCode }) => (isCode ? `<${text}>` : text))
    .join('')

it('draws what stands between backticks as code', () => {
  expect(drawn('`epoch` is a column; use `` a`b `` and ```x```.')).toBe('<epoch> is a column; use <a`b> and <x>.')
})

it('leaves all else as it is written: one without its other, none, nothing between', () => {
  for (const line of ['', 'plain', 'one ` alone', '``', '`a``', '```ts']) expect(drawn(line)).toBe(line)
})

it('takes no time over a line that is nothing but backticks', () => {
  const line = '`'.repeat(4_000) + ' `a'.repeat(2_000)
  expect(
    backtickPieces(line)
      .map(({ text }) => text.length)
      .reduce((sum, n) => sum + n, 0),
  ).toBeGreaterThan(1_000)
})
