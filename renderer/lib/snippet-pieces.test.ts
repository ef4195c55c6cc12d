import { expect, it } from 'vitest'
import { pieces } from './snippet-pieces.ts'

it('marks what was looked for and keeps the rest in order', () => {
  const text = 'one\ntwo one'
  expect(
    pieces({
      text,
      matches: [
        { start: 0, end: 3 },
        { start: 8, end: 11 },
      ],
    }),
  ).toEqual([
    { text: 'one', marked: true },
    { text: ' two ', marked: false },
    { text: 'one', marked: true },
  ])
  expect(pieces({ text: '量子纠缠了', matches: [{ start: 1, end: 4 }] })).toEqual([
    { text: '量', marked: false },
    { text: '子纠缠', marked: true },
    { text: '了', marked: false },
  ])
})
