import { createTwoFilesPatch } from 'diff'
import { fc } from '../../core/testing/fast-check.ts'
import { expect, it, vi } from 'vitest'
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
  // As long as what is left of one that was cut for the page, and of a line that is shown whole.
  for (const words of [20_000, 100]) {
    const long = 'word '.repeat(words)
    const lines = parseDiff(`@@ -1 +1 @@\n-a ${long}\n+b ${long}\n`)
    expect(lines.map((line) => 'segments' in line && line.segments.length)).toEqual([1, 1])
  }
})

it.each([
  ['line by line', ['-word of @\n+word of ten @\n']],
  ['in one block', ['-word of @\n', '+word of ten @\n']],
])('lets words be when there are too many of them: %s', (_, patterns) => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1))
  try {
    const body = patterns.map((pattern) => Array.from({ length: 500 }, (_line, n) => pattern.replaceAll('@', String(n))).join('')).join('')
    const lines = parseDiff(`@@ -1,500 +1,500 @@\n${body}`)
    const marked = lines.filter((line) => 'segments' in line && line.segments.some((segment) => segment.marked))
    expect(lines).toHaveLength(1000)
    expect(marked.length).toBeGreaterThan(10)
    expect(marked.length).toBeLessThan(70)
  } finally {
    clock.mockRestore()
  }
})
