import { fc } from '../../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { inTime } from '../../testing/in-time.ts'
import { toNewlines } from '../text/line-ends.ts'
import { findMatch } from './match.ts'
import { replaceIn } from './replace.ts'

const ends = fc.constantFrom('\n', '\r\n', '\r')
const words = fc.constantFrom('a', 'bb', '', ' c ', '\td', '中 🦀', '$&')
/** Any line ends in any order; a `\r` before an empty line that ends in `\n` would be one line end, so those are left out. */
const file = fc
  .array(fc.tuple(words, ends), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.map(([line, end]) => line + end).join(''))

describe('a replacement', () => {
  it('changes what was asked and not one character outside, whatever the line ends', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), fc.array(words, { maxLength: 4 }), (text, start, length, lines) => {
        const view = toNewlines(text)
        const from = start % view.length
        const oldText = view.slice(from, from + 1 + (length % (view.length - from)))
        const newText = lines.join('\n')
        fc.pre(findMatch(view, { oldText, newText, all: false }).kind === 'exact' && oldText.isWellFormed())
        const { text: after } = replaceIn(text, { oldText, newText, all: false }, 'f')
        const at = view.indexOf(oldText)
        const head = view.slice(0, at)
        const tail = view.slice(at + oldText.length)
        expect(after.startsWith(originalHead(text, head))).toBe(true)
        expect(after.endsWith(originalTail(text, tail))).toBe(true)
        // A `\r` next to a `\n` joins up when what stood between is removed; all else reads as the plain replacement.
        fc.pre(!originalHead(text, head).endsWith('\r') && !originalTail(text, tail).startsWith('\n'))
        expect(toNewlines(after)).toBe(head + newText + tail)
      }),
    )
  })

  it('lets the lines that stay keep their own ends, and gives new ones that of their place', () => {
    const cases: readonly (readonly [string, string, string, string])[] = [
      ['a\r\nb\nc\r\n', 'a\nb\nc\n', 'a\nnew\nb\nc\n', 'a\r\nnew\nb\nc\r\n'],
      ['a\r\nb\r\nc\r\n', 'b', 'b\nb2\nb3', 'a\r\nb\r\nb2\r\nb3\r\nc\r\n'],
      ['a\nb\r\n', 'a', 'x\ny', 'x\ny\nb\r\n'],
      ['one line', 'line', 'line\nmore', 'one line\nmore'],
      ['a\r\nb', 'b', 'c\nd\n', 'a\r\nc\r\nd\r\n'],
    ]
    for (const [text, oldText, newText, after] of cases) expect(replaceIn(text, { oldText, newText, all: false }, 'f').text).toBe(after)
  })

  it('removes whole lines with their line end when only the spacing differed', () => {
    expect(replaceIn('a\n\tb\nc\n', { oldText: '  b\n', newText: '', all: false }, 'f').text).toBe('a\nc\n')
  })

  it('keeps deeper lines deeper in the file’s own indentation', () => {
    const text = '\tif (a) {\n\t\tb()\n\t}\n'
    const oldText = '    if (a) {\n        b()\n    }'
    const newText = '    if (a) {\n        for (;;) {\n            b()\n        }\n    }'
    expect(replaceIn(text, { oldText, newText, all: false }, 'f').text).toBe('\tif (a) {\n\t\tfor (;;) {\n\t\t\tb()\n\t\t}\n\t}\n')
    const flat = replaceIn(
      'class A {\n  f() {\n    x()\n  }\n}\n',
      { oldText: 'f() {\n  x() \n}', newText: 'f() {\n  if (y) {\n    x()\n  }\n}', all: false },
      'f',
    )
    expect(flat.text).toBe('class A {\n  f() {\n    if (y) {\n      x()\n    }\n  }\n}\n')
  })
})

function originalHead(text: string, head: string): string {
  let end = 0
  while (toNewlines(text.slice(0, end)) !== head || (head.endsWith('\n') && text[end - 1] === '\r' && text[end] === '\n')) end++
  return text.slice(0, end)
}

function originalTail(text: string, tail: string): string {
  let from = text.length
  while (toNewlines(text.slice(from)) !== tail) from--
  // The longest: a `\n` that begins the tail may be the second half of `\r\n`.
  return text[from - 1] === '\r' && text[from] === '\n' ? text.slice(from - 1) : text.slice(from)
}

describe('time grows with the text, not with its square', () => {
  it.each([
    ['places that overlap', 'a'.repeat(400_000), 'a'.repeat(200_000), 'ambiguous'],
    ['lines that differ at their last', 'a\n'.repeat(200_000), `${' a\n'.repeat(100_000)}b`, 'none'],
    ['lines that stand everywhere', 'a\n'.repeat(200_000), ' a\n'.repeat(100_000), 'ambiguous'],
  ])('for %s', (_, text, oldText, kind) => {
    expect(inTime(() => findMatch(text, { oldText, newText: 'x', all: false })).kind).toBe(kind)
  })

  it('for levels of indentation', () => {
    const lines = Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level)}x${level}`)
    const text = lines.map((line) => `\t${line}`).join('\n')
    const newText = `${lines.join('\n')}${'\n a'.repeat(20_000)}`
    expect(inTime(() => replaceIn(text, { oldText: lines.join('\n'), newText, all: false }, 'f')).text).toContain('\n\t a')
  })
})
