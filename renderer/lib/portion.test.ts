import { expect, it } from 'vitest'
import { byteSize, cutLine, fitting, MOST_BYTES, MOST_LINES } from './portion.ts'
import { lineSize, parseDiff } from './diff-lines.ts'
import { hitSize, parseHits } from './search-hits.ts'

it.each(['', 'plain', 'né', '中文', '🐱 mixed 中'])('counts bytes as UTF-8 has them: %s', (text) => {
  expect(byteSize(text)).toBe(new TextEncoder().encode(text).length)
})

it('a diff of 5,000 lines stays within the lines the page holds', () => {
  const lines = parseDiff(`@@ -1,5000 +1,5000 @@\n${Array.from({ length: 5000 }, (_, index) => `-old ${index}\n+new ${index}`).join('\n')}`)
  expect(lines).toHaveLength(10_000)
  expect(fitting(lines, lineSize)).toBe(MOST_LINES)
  expect(fitting(lines, lineSize, 12)).toBe(12)
})

it('10 MB in long lines stay within the bytes the page holds, one line of 10 MB too', () => {
  const wide = `@@ -0,0 +1,1000 @@\n${Array.from({ length: 1000 }, () => `+${'中'.repeat(3400)}`).join('\n')}`
  for (const diff of [wide, `@@ -0,0 +1 @@\n+${'x'.repeat(10_000_000)}`]) {
    const lines = parseDiff(diff)
    const shown = lines.slice(0, fitting(lines, lineSize))
    const text = shown.map((line) => ('segments' in line ? line.segments.map((segment) => segment.text).join('') : line.text)).join('\n')
    expect(shown.length).toBeGreaterThan(0)
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(MOST_BYTES)
  }
})

it('hits in minified files too', () => {
  const hits = parseHits(
    `dist/app.js\n${Array.from({ length: 500 }, (_, index) => `${index + 1}:${'needle '.repeat(3000)}`).join('\n')}`,
    'needle',
  )
  const shown = hits.slice(0, fitting(hits, hitSize))
  expect(shown.length).toBeGreaterThan(0)
  expect(JSON.stringify(shown.map(({ segments }) => segments.map(({ text }) => text).join(''))).length).toBeLessThanOrEqual(MOST_BYTES)
})

it('a line nobody reads to its end is cut, and says so', () => {
  expect(cutLine('x'.repeat(5000))).toBe(`${'x'.repeat(4000)}…`)
  expect(cutLine('short')).toBe('short')
})
