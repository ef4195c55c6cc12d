import { expect, it } from 'vitest'
import { inColours, sideText } from './diff-colours.ts'
import { parseDiff } from './diff-lines.ts'
import { sideBySide } from './diff-sides.ts'

const DIFF = '@@ -4,4 +4,5 @@\n let a = 1\n-let b = 2\n+let b = 3\n+let c = 4\n let d = 5\n-gone\n'

it('puts what was removed beside what came for it, with the numbers of both files', () => {
  const rows = sideBySide(parseDiff(DIFF)).map((row) => ('note' in row ? row.note : [row.before?.number, row.after?.number]))
  expect(rows).toEqual([
    [4, 4],
    [5, 5],
    [undefined, 6],
    [6, 7],
    [7, undefined],
  ])
})

it('colours each side as its own code and keeps the word marks', () => {
  const lines = parseDiff(DIFF)
  expect(sideText(lines, 'removed')).toBe('let a = 1\nlet b = 2\nlet d = 5\ngone')
  const tokens = (text: string) =>
    text.split('\n').map((line) => [{ text: line.slice(0, 3), kind: 'keyword' as const }, { text: line.slice(3) }])
  const after = tokens(sideText(lines, 'added'))
  const coloured = inColours(lines, { before: undefined, after })
  const changed = coloured[2]
  expect(changed && 'segments' in changed ? changed.segments : []).toEqual([
    { text: 'let', marked: false, kind: 'keyword' },
    { text: ' b = ', marked: false },
    { text: '3', marked: true },
  ])
  // The removed side was not read as code: it stays as it was.
  expect(coloured[1]).toBe(lines[1])
})

it('gives up comparing words after a while, never the lines', () => {
  const side = (sign: string) => Array.from({ length: 20_000 }, (_, at) => `${sign}${'word '.repeat(60)}${at}${sign}`).join('\n')
  const begin = performance.now()
  const lines = parseDiff(`@@ -1,20000 +1,20000 @@\n${side('-')}\n${side('+')}\n`)
  expect(lines).toHaveLength(40_000)
  expect(lines.filter((line) => 'segments' in line && line.segments.length === 1).length).toBeGreaterThan(10_000)
  expect(performance.now() - begin).toBeLessThan(3000)
})

it('names characters that would turn a line around', () => {
  expect(JSON.stringify(parseDiff('@@ -1 +1 @@\n+if (a) { \u202e} // \u2066\n'))).toContain('[U+202E]} // [U+2066]')
})
