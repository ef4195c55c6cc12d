import { expect, it } from 'vitest'
import { fuzzyMatch } from './fuzzy-match.ts'

it('puts a whole word before its middle, and that before scattered letters', () => {
  const texts = ['l-e-a-s-e', 'Release channel', 'src/queue/lease.ts', 'nothing']
  const ranked = texts
    .map((text) => ({ text, score: fuzzyMatch('lease', text)?.score }))
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
  expect(ranked.map(({ text }) => text)).toEqual(['src/queue/lease.ts', 'Release channel', 'l-e-a-s-e'])
})

it('says which letters it found, in either language', () => {
  expect(fuzzyMatch('nse', 'New session')?.places).toEqual([0, 4, 5])
  expect(fuzzyMatch('会话', '新建会话')?.places).toEqual([2, 3])
  expect(fuzzyMatch('xyz', 'New session')).toBeUndefined()
})
