import { expect, it } from 'vitest'
import { isSpelledIn } from './is-spelled-in.ts'

it.each([
  ['', 'anything', true],
  ['mc', 'src/Main.c', true],
  ['SRC', 'src/main.c', true],
  ['results:no', 'results:note://1', true],
  ['resultz:note://1', 'results:note://1', false],
  ['aa', 'a', false],
  ['😀b', 'a😀b', true],
  ['ba', 'ab', false],
])('%j in %j: %s', (query, label, expected) => {
  expect(isSpelledIn(query, label)).toBe(expected)
})
