import { expect, it } from 'vitest'
import { inTime } from '../../core/testing/in-time.ts'
import { parseHits } from './search-hits.ts'

it('reads path, line and text, and marks what the pattern met', () => {
  expect(parseHits('src/a.ts\n57-before\n58:  await renew(x)\n--\n(stopped at 1 hits)', 'renew|release')).toEqual([
    {
      path: 'src/a.ts',
      name: 'a.ts',
      line: 58,
      segments: [
        { text: 'await ', marked: false },
        { text: 'renew', marked: true },
        { text: '(x)', marked: false },
      ],
    },
  ])
})

it('knows the files apart, also one whose name begins like a hit', () => {
  expect(parseHits('1:a.ts\n2:x\n\nb.ts\n3:y', '').map((hit) => `${hit.path} ${hit.line}`)).toEqual(['1:a.ts 2', 'b.ts 3'])
})

it('shows hits without marks when the pattern is not JavaScript’s', () => {
  expect(parseHits('a\n1:x', '(?P<n>x)')[0]?.segments).toEqual([{ text: 'x', marked: false }])
})

it('does not run a pattern that could take for ever', () => {
  const [hit] = inTime(() => parseHits(`a\n1:${'a'.repeat(40)}!`, '(a+)+$'))
  expect(hit?.segments).toEqual([{ text: `${'a'.repeat(40)}!`, marked: false }])
})

it.each(['(a|a)'.repeat(30), 'a?'.repeat(40) + 'a'.repeat(40), '(a|a)*', '((a+))+', 'a*'.repeat(8), '(a+)\\1+', 'a{1,200}'.repeat(9)])(
  'shows lines without marks rather than work on %s for ever',
  (pattern) => {
    const [hit] = inTime(() => parseHits(`f\n1:${'a'.repeat(300)}`, `${pattern}b`))
    expect(hit?.segments).toEqual([{ text: 'a'.repeat(300), marked: false }])
  },
)
