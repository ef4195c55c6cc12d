import { expect, it } from 'vitest'
import { quote } from './quote.ts'

const said = (text: string, word: string) => {
  const start = text.indexOf(word)
  return quote({ role: 'assistant', at: 0, text, matches: [{ start, end: start + word.length }] })
}
const marked = ({ note, notePlaces }: { note: string; notePlaces: readonly number[] }) => notePlaces.map((at) => note[at]).join('')

it('begins a little before the words, which are marked', () => {
  const short = said('the lease\nis renewed', 'lease')
  expect(short.note).toBe('“the lease is renewed”')
  expect(marked(short)).toBe('lease')
  const long = said(`${'a word '.repeat(30)}then the lease ends`, 'lease')
  expect(long.note).toMatch(/^“….{16}lease ends”$/)
  expect(marked(long)).toBe('lease')
  expect(marked(said('lease at first', 'lease'))).toBe('lease')
})
