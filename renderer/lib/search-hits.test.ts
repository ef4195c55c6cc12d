import { expect, it } from 'vitest'
import { parseHits } from './search-hits.ts'

it('reads path, line and text, and marks what the pattern met', () => {
  expect(parseHits('src/a.ts:58:  await renew(x)\n3 more hits', 'renew|release')).toEqual([
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

it('shows hits without marks when the pattern is not JavaScript’s', () => {
  expect(parseHits('a:1:x', '(?P<n>x)')[0]?.segments).toEqual([{ text: 'x', marked: false }])
})

it('does not run a pattern that could take for ever', () => {
  const started = performance.now()
  parseHits(`a:1:${'a'.repeat(40)}!`, '(a+)+$')
  expect(performance.now() - started).toBeLessThan(100)
})
