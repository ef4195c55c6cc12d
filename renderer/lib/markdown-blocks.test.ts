import fc from 'fast-check'
import { Lexer } from 'marked'
import { describe, expect, it } from 'vitest'
import { createMarkdownStream, safeHref, type MarkdownBlock } from './markdown-blocks.ts'

const ANSWER = [
  '# Cause',
  '',
  'The lease is renewed *only* between batches.',
  'A second line of the same paragraph,',
  '',
  '- one',
  '- two',
  '',
  '  more of two',
  '',
  '```ts src/a.ts',
  'const a = 1',
  '',
  'const b = 2',
  '```',
  '',
  '| Case | Now |',
  '|---|---|',
  '| shutdown | 0 |',
  '',
  'Setext',
  '---',
  '',
  '> quoted',
  'lazily continued',
  '',
  '1. first',
  '2. second',
  '',
  'The end.',
].join('\n')

function types(blocks: readonly MarkdownBlock[]): string[] {
  return blocks.map((block) => `${block.token.type}:${block.token.raw.trimEnd()}`)
}

function parsedWhole(text: string): string[] {
  return new Lexer({ gfm: true })
    .lex(text)
    .filter((token) => token.type !== 'space')
    .map((token) => `${token.type}:${token.raw.trimEnd()}`)
}

describe('a markdown stream', () => {
  it('ends with the blocks of the whole text, however the text was cut into deltas', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 200 }), (cuts) => {
        const stream = createMarkdownStream()
        let end = 0
        for (const cut of cuts) stream.update(ANSWER.slice(0, (end += cut)))
        expect(types(stream.update(ANSWER))).toEqual(parsedWhole(ANSWER))
      }),
    )
  })

  it('hands out the very same object for a settled block, so that it is drawn once', () => {
    const stream = createMarkdownStream()
    const [heading] = stream.update('# Cause\n\nThe lea')
    expect(stream.update('# Cause\n\nThe lease is renewed')[0]).toBe(heading)
  })

  it('parses the open block only: a long answer costs what its last block costs', () => {
    const stream = createMarkdownStream()
    const settled = 'A paragraph of some words.\n\n'.repeat(2000)
    stream.update(settled)
    const started = performance.now()
    for (let length = 1; length <= 200; length += 1) stream.update(`${settled}${'x'.repeat(length)}`)
    // Parsing 54 KB 200 times takes seconds.
    expect(performance.now() - started).toBeLessThan(500)
  })

  it('begins anew when the text is another', () => {
    const stream = createMarkdownStream()
    stream.update('# One\n\ntwo\n\nthree')
    expect(types(stream.update('# Other'))).toEqual(['heading:# Other'])
  })

  it('counts CRLF line ends as the lexer does', () => {
    const stream = createMarkdownStream()
    stream.update('# One\r\n\r\ntw')
    expect(types(stream.update('# One\r\n\r\ntwo\r\n\r\nthree'))).toEqual(['heading:# One', 'paragraph:two', 'paragraph:three'])
  })
})

it.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['file:///etc/passwd', undefined],
  ['src/a.ts', undefined],
])('the address %s leads to %s', (address, expected) => {
  expect(safeHref(address)).toBe(expected)
})
