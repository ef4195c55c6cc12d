import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDiff, type DiffLine } from './diff-lines.ts'

function written(line: DiffLine): string {
  if (line.kind === 'hunk') return `@@ ${line.text}`
  if (line.kind === 'note') return `\\ ${line.text}`
  const sign = { added: '+', removed: '-', context: ' ' }[line.kind]
  return `${line.number} ${sign}${line.segments.map((segment) => (segment.marked ? `[${segment.text}]` : segment.text)).join('')}`
}

it('numbers lines by their file, marks changed words and leaves file headers out', () => {
  const diff = [
    '--- a/lease.ts',
    '+++ b/lease.ts',
    '@@ -40,3 +40,4 @@ class Lease',
    ' async ack(rows) {',
    '-  return this.db.markDone(ids)',
    '+  return this.db.markDone(held)',
    '+  // kept',
    ' }',
    '@@ -57,2 +58,1 @@',
    ' start() {',
    '-  await renew()',
    '',
  ].join('\n')
  expect(parseDiff(diff).map(written)).toEqual([
    '@@ class Lease',
    '40  async ack(rows) {',
    '41 -  return this.db.markDone([ids])',
    '41 +  return this.db.markDone([held])',
    '42 +  // kept',
    '43  }',
    '@@ ',
    '58  start() {',
    '58 -  await renew()',
  ])
})

it('takes a removed line that looks like a file header for what it is', () => {
  expect(parseDiff('--- a\n+++ b\n@@ -1,1 +1,1 @@\n--- old\n+++ new\n').map(written)).toEqual(['1 --- old', '1 +++ new'])
})

it('shows that a file has no line end', () => {
  expect(parseDiff('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n').map(written)).toEqual([
    '1 -a',
    '\\ No newline at end of file',
    '1 +b',
  ])
})

it('gives back every line of any two texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', '- x', '+ y', '@@ z', '-- c'), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = parseDiff(createTwoFilesPatch('a', 'b', before, after, undefined, undefined, { context: 100 }))
      const side = (kind: 'added' | 'removed'): string =>
        lines
          .flatMap((line) =>
            'number' in line && (line.kind === kind || line.kind === 'context')
              ? [`${line.segments.map((segment) => segment.text).join('')}\n`]
              : [],
          )
          .join('')
      if (before === after) return
      expect(side('removed')).toBe(before)
      expect(side('added')).toBe(after)
    }),
  )
})

it('does not compare the words of very long lines', () => {
  const long = 'word '.repeat(20_000)
  const started = performance.now()
  const lines = parseDiff(`@@ -1 +1 @@\n-${long}a\n+${long}b\n`)
  expect(performance.now() - started).toBeLessThan(200)
  expect(lines.every((line) => 'segments' in line && line.segments.length === 1)).toBe(true)
})
