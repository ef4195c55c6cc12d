import { expect, it } from 'vitest'
import { fileOf, safeLink, saysWhereTo } from './markdown-links.ts'
import { formulaOf } from './markdown-math.ts'
import { createMarkdownStream } from './markdown-blocks.ts'

it.each([
  ['https://example.com/a', 'https://example.com/a', true],
  ['example.com', 'https://example.com/', true],
  ['https://example.com', 'https://example.com/', true],
  ['a@b.c', 'mailto:a@b.c', true],
  ['here', 'https://example.com/', false],
  ['https://bank.example', 'https://evil.example/', false],
  ['https://bank.example@evil.example/', 'https://bank.example@evil.example/', false],
  ['https://bаnk.example', 'https://bаnk.example', false],
])('the words “%s” for %s say where it leads: %s', (words, address, says) => {
  const link = safeLink(address)
  expect(link && saysWhereTo(words, link)).toBe(says)
})

it('writes hosts in the letters a machine reads', () => {
  expect(safeLink('https://bаnk.example')).toEqual({ href: 'https://xn--bnk-6cd.example/', host: 'xn--bnk-6cd.example' })
})

it.each([
  ['src/a.ts', { path: 'src/a.ts', line: 1 }],
  ['./a/b.c:12:3', { path: './a/b.c', line: 12 }],
  ['a.ts:7', { path: 'a.ts', line: 7 }],
  ['a.ts', undefined],
  ['https://a.b/c.d', undefined],
  ['rm -rf /a.b', undefined],
  ['1.5/2', undefined],
])('the code span %s is the file %o', (text, file) => {
  expect(fileOf(text)).toEqual(file)
})

it.each([
  ['it is $a_1 + b^2$, and', 'a_1 + b^2'],
  ['so \\(x*y*z\\) holds', 'x*y*z'],
  ['from $5 to $6', undefined],
  ['in $HOME/$USER here', undefined],
  ['code `$a$` stays', undefined],
  ['costs $5,$6', undefined],
])('in “%s” the formula is %s', (text, tex) => {
  const [block] = createMarkdownStream().update(text)
  const tokens = block?.token.type === 'paragraph' ? block.token.tokens : []
  const found = tokens.flatMap((token) =>
    token.type === 'codespan' ? (formulaOf({ raw: token.raw, text: String(token.text) }) ?? []) : [],
  )
  expect(found).toEqual(tex === undefined ? [] : [tex])
})
