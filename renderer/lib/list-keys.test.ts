import { expect, it } from 'vitest'
import { findByLetter, moveInList } from './list-keys.ts'

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 2],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 0],
  ['PageDown', 0, 2],
  ['PageUp', 2, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s from row %i goes to row %i of three', (key, from, to) => {
  expect(moveInList(key, from, 3)).toBe(to)
})

it('leaves other keys and empty lists alone', () => {
  expect([moveInList('a', 0, 3), moveInList('ArrowDown', -1, 0)]).toEqual([undefined, undefined])
})

it('a letter goes to the next name that begins with it, around the end', () => {
  const names = ['api', 'Books', 'beta', '中文']
  expect([findByLetter('b', -1, names), findByLetter('B', 1, names), findByLetter('b', 2, names), findByLetter('中', 0, names)]).toEqual([
    1, 2, 1, 3,
  ])
  expect(findByLetter('z', 0, names)).toBeUndefined()
})
