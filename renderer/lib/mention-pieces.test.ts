import { expect, it } from 'vitest'
import { inTime } from '../../core/testing/in-time.ts'
import { mentionPieces } from './mention-pieces.ts'

it.each([
  ['See @src/a.ts, and @"my notes.md"', ['@src/a.ts', '@"my notes.md"']],
  ['@src/ first', ['@src/']],
  ['Ask me@example.com or @somebody', []],
  ['读一下 @src/队列/lease.ts。', ['@src/队列/lease.ts']],
])('finds the files that “%s” names, and loses no letter', (text, paths) => {
  const pieces = mentionPieces(text)
  expect(pieces.filter(({ isPath }) => isPath).map((piece) => piece.text)).toEqual(paths)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

it.each(['@.', '@a', '.', '/', ' @"'])('cuts a message of %j in a time its length says', (piece) => {
  const text = ` @${piece.repeat(100_000)}`
  expect(
    inTime(() =>
      mentionPieces(text)
        .map((one) => one.text)
        .join(''),
    ),
  ).toBe(text)
})
