import { fc } from '../../testing/fast-check.ts'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToolProject, type ToolProject } from '../../testing/tool-project.ts'

let project: ToolProject
beforeAll(() => {
  project = openToolProject()
})
afterAll(() => project.close())

const chinese = '汉字测试，这是一个文件'
const encodings: Readonly<Record<string, { special: string; encode(text: string): Buffer }>> = {
  'UTF-8': { special: 'é 中文 🦀', encode: (text) => Buffer.from(text) },
  'UTF-8 with BOM': { special: 'é 中文 🦀', encode: (text) => Buffer.from(`\ufeff${text}`) },
  UTF16LE: { special: 'é 中文 🦀', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le') },
  UTF16BE: { special: 'é 中文 🦀', encode: (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16() },
  GB18030: { special: chinese, encode: (text) => iconv.encode(text, 'gb18030') },
  'Latin-1': { special: 'café crème à côté', encode: (text) => Buffer.from(text, 'latin1') },
  'Windows-1252': { special: '“café” – 5 €', encode: (text) => iconv.encode(text, 'windows-1252') },
}
const ends: Readonly<Record<string, readonly [string, string, string]>> = {
  LF: ['\n', '\n', '\n'],
  CRLF: ['\r\n', '\r\n', '\r\n'],
  CR: ['\r', '\r', '\r'],
  mixed: ['\r\n', '\n', '\r\n'],
}

interface File {
  readonly special: string
  readonly ends: readonly [string, string, string]
  /** Of the last line. */
  readonly last: string
}

/** Each way to edit a file of these four lines: the call, and the text that must come out. */
const ways: Readonly<Record<string, { tool: string; input: object; after(file: File): string }>> = {
  'one place': {
    tool: 'edit_file',
    input: { old_string: 'two\nthree', new_string: 'TWO\n2\nthree' },
    after: ({ special, ends: [a, b, c], last }) => `one ${special}${a}TWO${b}2${b}three${c}two ${special}${last}`,
  },
  replace_all: {
    tool: 'edit_file',
    input: { old_string: 'two', new_string: '$&', replace_all: true },
    after: ({ special, ends: [a, b, c], last }) => `one ${special}${a}$&${b}three${c}$& ${special}${last}`,
  },
  multi_edit: {
    tool: 'multi_edit',
    input: {
      edits: [
        { old_string: 'one', new_string: 'uno\n1' },
        { old_string: 'two', new_string: 'TWO', replace_all: true },
        { old_string: 'TWO\nthree', new_string: 'three' },
      ],
    },
    after: ({ special, ends: [a, , c], last }) => `uno${a}1 ${special}${a}three${c}TWO ${special}${last}`,
  },
}

const rows = Object.keys(encodings).flatMap((encoding) =>
  Object.keys(ends).flatMap((ending) =>
    [true, false].flatMap((final) => Object.keys(ways).map((way) => ({ encoding, ending, final: final ? 'a' : 'no', way }))),
  ),
)

describe('only the edited bytes differ', () => {
  it.each(rows)('in $encoding with $ending and $final final line end, by $way', async ({ encoding, ending, final, way }) => {
    const { special, encode } = encodings[encoding]!
    const [first, second, third] = ends[ending]!
    const file: File = { special, ends: ends[ending]!, last: final === 'a' ? third : '' }
    const { tool, input, after } = ways[way]!
    project.write('f.txt', encode(`one ${special}${first}two${second}three${third}two ${special}${file.last}`))
    await project.call('read_file', { path: 'f.txt' })
    await project.call(tool, { path: 'f.txt', ...input })
    expect(project.read('f.txt').toString('hex')).toBe(encode(after(file)).toString('hex'))
  })

  it('whatever the bytes around are, or the file is refused and left as it is', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => new Uint8Array(Buffer.from(text))),
      fc
        .constantFrom(chinese, 'café', '“x”')
        .map((text) => new Uint8Array(iconv.encode(text, text === chinese ? 'gb18030' : 'windows-1252'))),
    )
    const seen = { edited: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (before, after) => {
        const file = Buffer.concat([before, Buffer.from('TARGET'), after])
        project.write('any.bin', file)
        // A file that is not text cannot be read either; then the edit is refused for that.
        await project.failure('read_file', { path: 'any.bin' })
        const words = await project.failure('edit_file', { path: 'any.bin', old_string: 'TARGET', new_string: 'new' })
        const expected = words.startsWith('no failure') ? Buffer.concat([before, Buffer.from('new'), after]) : file
        seen[words.startsWith('no failure') ? 'edited' : 'refused'] += 1
        expect(project.read('any.bin').toString('hex')).toBe(expected.toString('hex'))
      }),
      { numRuns: 400, examples: [[new Uint8Array(), new Uint8Array()]] },
    )
    expect([seen.edited > 20, seen.refused > 20]).toEqual([true, true])
  })
})
