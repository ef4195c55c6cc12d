import { expect, it } from 'vitest'
import { matchesStars } from './star-match.ts'

it.each([
  ['a', 'a', true],
  ['a', 'ab', false],
  ['*', '', true],
  ['a*', 'a', true],
  ['a*a', 'a', false],
  ['a*a', 'aba', true],
  ['*b*', 'abc', true],
  ['a*c*e', 'abcde', true],
  ['a*c*c*e', 'abcde', false],
  ['a.c*', 'abc', false],
  [`${'*a'.repeat(2_000)}*b`, 'a'.repeat(5_000), false],
])('holds %j against %j', (pattern, text, matches) => {
  expect(matchesStars(pattern, text)).toBe(matches)
})
