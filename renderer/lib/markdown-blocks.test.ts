import { Lexer, Tokenizer } from 'marked'
import { describe, expect, it, vi } from 'vitest'
import { fc } from '../../core/testing/fast-check.ts'
import { inTime } from '../../core/testing/in-time.ts'
import { createMarkdownStream, type MarkdownBlock } from './markdown-blocks.ts'
import { safeLink } from './markdown-links.ts'

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

/** What the blocks were made of, blanks aside. */
function written(blocks: readonly MarkdownBlock[]): string {
  return squeezed(blocks.map((block) => block.token.raw).join(''))
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

const realLex = Lexer.prototype.lex
const realEmStrong = Tokenizer.prototype.emStrong

/** Characters that go through the lexer from now on. */
function countParsed(): { parsed(): number; restore(): void } {
  let count = 0
  const lex = vi.spyOn(Lexer.prototype, 'lex').mockImplementation(function (this: Lexer, source: string) {
    count += source.length
    return realLex.call(this, source)
  })
  return { parsed: () => count, restore: () => lex.mockRestore() }
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
    const { parsed, restore } = countParsed()
    for (let length = 1; length <= 200; length += 1) stream.update(`${settled}${'x'.repeat(length)}`)
    restore()
    // Of 54 KB parsed 200 times it would be ten million.
    expect(parsed()).toBeLessThan(100_000)
  })

  const long: Record<string, { head: string; line: (index: number) => string }> = {
    list: { head: '', line: (index) => `- item ${index} with **bold** and \`code\`\n` },
    'numbered list': { head: '', line: (index) => `${index + 1}. item ${index}\n   with a second line\n` },
    'nested list': { head: '- one\n', line: (index) => `  - item ${index} with **bold**\n` },
    'code block': { head: '```ts src/a.ts\n', line: (index) => `const line${index} = \`${index}\`\n` },
    'quoted text': { head: '', line: (index) => `> quoted ${index} with **bold**\n` },
    table: { head: '| a | b |\n|---|---|\n', line: (index) => `| ${index} | value |\n` },
    paragraph: { head: '', line: (index) => `words ${index} and **bold** ` },
  }
  it.each(Object.entries(long))(
    'a %s of 48 KB costs little for every delta, shows all of it, and ends as the whole text would',
    (_, { head, line }) => {
      let text = head
      for (let index = 0; text.length < 48_000; index += 1) text += line(index)
      const stream = createMarkdownStream()
      const { parsed, restore } = countParsed()
      try {
        for (let end = 25; end < text.length; end += 25) {
          const blocks = stream.update(text.slice(0, end), false)
          if (end % 5000 === 0) expect(written(blocks)).toBe(squeezed(text.slice(0, end)))
        }
        // Parsed anew for every delta it would be 46 million characters.
        expect(parsed()).toBeLessThan(700_000)
        const streamed = parsed()
        expect(written(stream.update(text))).toBe(squeezed(text))
        expect(parsed() - streamed).toBeLessThanOrEqual(text.length)
      } finally {
        restore()
      }
    },
  )

  it('a long list goes on with its next number when its first items have settled', () => {
    const stream = createMarkdownStream()
    let text = ''
    for (let index = 1; index <= 200; index += 1) stream.update((text += `${index}. item number ${index} of many\n`), false)
    const lists = stream.update(text).flatMap(({ token }) => (token.type === 'list' ? [token] : []))
    expect(lists.length).toBeGreaterThan(1)
    let next = 1
    for (const list of lists) {
      expect(list.start).toBe(next)
      next += list.items.length
    }
    expect(next).toBe(201)
  })

  it('text that follows a long list or code block is text again', () => {
    const stream = createMarkdownStream()
    let text = ''
    for (let index = 0; index < 100; index += 1) stream.update((text += `- item number ${index} of many\n`), false)
    for (const more of ['\nAfter ', 'the list.\n\n', '```\n', 'code\n'.repeat(600), '```\n', '\nAnd after it.\n'])
      stream.update((text += more), false)
    expect(types(stream.update(text)).slice(-3)).toEqual([
      'paragraph:After the list.',
      `code:\`\`\`\n${'code\n'.repeat(600)}\`\`\``,
      'paragraph:And after it.',
    ])
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
  expect(safeLink(address)?.href).toBe(expected)
})

it('looks for the end of italics over a bounded length, so that thousands of signs cost what their length costs', () => {
  let read = 0
  const emStrong = vi.spyOn(Tokenizer.prototype, 'emStrong').mockImplementation(function (this: Tokenizer, ...words) {
    read += words[0].length
    return realEmStrong.apply(this, words)
  })
  const text = '*a_'.repeat(4000)
  const blocks = createMarkdownStream().update(text)
  emStrong.mockRestore()
  expect(blocks.map(({ token }) => token.raw).join('')).toBe(text)
  // Each to the end of the text it would be 48 million.
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(1000 * text.length)
})

it.each([
  ['formulas that never close', String.raw`\[`.repeat(10_000)],
  ['formulas that never close in a line', String.raw`\(a`.repeat(10_000)],
  ['dollars', '$$a '.repeat(10_000)],
])('reads thousands of %s in the time their length takes', (_what, text) => {
  const blocks = inTime(() => createMarkdownStream().update(text))
  expect(blocks.map(({ token }) => token.raw).join('')).toBe(text)
})

it('still draws what is bold over a few hundred characters, and a formula in the middle of a paragraph', () => {
  const bold = `**${'word '.repeat(150)}end**`
  const [first] = createMarkdownStream().update(`${'before '.repeat(400)}${bold} and $x^2$ and ${bold}`)
  const kinds = first?.token.type === 'paragraph' ? first.token.tokens.map(({ type }) => type) : []
  expect(kinds.filter((kind) => kind !== 'text')).toEqual(['strong', 'codespan', 'strong'])
})
