import { expect, it } from 'vitest'
import { inTime } from '../testing/in-time.ts'
import { readMentions, readResourceMentions } from './mentions.ts'

it('leaves out what ends a sentence, in a time the length of the text says', () => {
  expect(readMentions('look at @src/a.ts:3, please (@b.ts).').map(({ path, lines }) => [path, lines])).toEqual([
    ['src/a.ts', { from: 3, to: 3 }],
    ['b.ts', undefined],
  ])
  const dots = `@${'.'.repeat(200_000)}a`
  expect(inTime(() => [readMentions(dots).length, readResourceMentions(`@a:b:${dots.slice(1)}`).length])).toEqual([1, 1])
})
