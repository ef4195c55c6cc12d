import { fc } from '../testing/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { inTime } from '../testing/in-time.ts'
import { parse } from 'yaml'
import { asNames, asText, readFrontmatter } from './index.ts'
import { plainLine } from './plain-line.ts'

const read = (text: string) => readFrontmatter(Buffer.from(text))
const plain = (values: object) => JSON.parse(JSON.stringify(values))
const found = (text: string) => read(text).findings.map(({ code, key, line }) => [code, key, line])

it('takes the head apart from the body', () => {
  const { values, body, bodyLine, findings } = read('---\nname: log\ndescription: >\n  two\n  lines\ntools: [a, b]\n---\n\n# Title\n')
  expect([plain(values), body, bodyLine, findings]).toEqual([
    { name: 'log', description: 'two lines\n', tools: ['a', 'b'] },
    '\n# Title\n',
    8,
    [],
  ])
})

describe('what bytes come', () => {
  it.each([
    ['a mark', Buffer.from('\ufeff---\na: 1\n---\nx')],
    ['CRLF', Buffer.from('---\r\na: 1\r\n---\r\nx')],
    ['CR', Buffer.from('---\ra: 1\r---\rx')],
    ['UTF-16LE', Buffer.from('\ufeff---\na: 1\n---\nx', 'utf16le')],
    ['UTF-16BE', Buffer.from('\ufeff---\na: 1\n---\nx', 'utf16le').swap16()],
  ])('reads %s', (_, bytes) => {
    const { values, body } = readFrontmatter(bytes)
    expect([plain(values), body]).toEqual([{ a: 1 }, 'x'])
  })

  it.each([
    ['zeros', Buffer.from('---\na: 1\0\n---\n')],
    ['no UTF-8', Buffer.from([0x2d, 0xff, 0xc0])],
  ])('says that %s is not text', (_, bytes) => {
    expect(readFrontmatter(bytes)).toMatchObject({ isText: false, body: '', findings: [{ code: 'not_text' }] })
  })
})

describe('where the head ends', () => {
  it('passes by a rule inside a value and stops before the rules of the body', () => {
    const { values, body } = read('---\na: |\n  x\n  ---\n  y\nb: 2\n---\nbody\n\n---\n\nmore')
    expect([plain(values), body]).toEqual([{ a: 'x\n---\ny\n', b: 2 }, 'body\n\n---\n\nmore'])
  })

  it('is all body without a fence, or where the fence is never closed', () => {
    expect(read('# Title\n\n---\n')).toMatchObject({ hasFence: false, body: '# Title\n\n---\n', findings: [{ code: 'no_frontmatter' }] })
    expect(read('---\na: 1\n')).toMatchObject({ hasFence: false, body: '---\na: 1\n', findings: [{ code: 'never_closed' }] })
    expect(read(' ---\na: 1\n---\n').hasFence).toBe(false)
  })
})

describe('one bad key never drops the others', () => {
  it.each([
    ['argument-hint: [file] [mode]', '[file] [mode]'],
    ['description: Use when: the build fails', 'Use when: the build fails'],
    ['description: @someone wrote it', '@someone wrote it'],
    ['description: `code` first', '`code` first'],
    ['description: %percent', '%percent'],
    ['description: "half open', '"half open'],
  ])('repairs %j', (line, value) => {
    const { values, findings } = read(`---\nname: x\n${line}\ntools: a\n---\n`)
    const key = line.slice(0, line.indexOf(':'))
    expect([plain(values), findings.map(({ code, key: at, line: n }) => [code, at, n])]).toEqual([
      { name: 'x', [key]: value, tools: 'a' },
      [['repaired', key, 3]],
    ])
  })

  it('names what it cannot read, so that a key that restricts can fail closed', () => {
    const { values, unread, findings } = read('---\nname: x\ndisallowed-tools: *none\ntools: a\n---\n')
    expect([plain(values), unread, findings.map(({ code, line }) => [code, line])]).toEqual([
      { name: 'x', tools: 'a' },
      ['disallowed-tools'],
      [['unreadable_key', 3]],
    ])
  })

  it('keeps the first of two keys, and what stands before any key is said', () => {
    expect(found('---\nstray\na: 1\na: 2\n---\n')).toEqual([
      ['not_a_map', '', 2],
      ['duplicate_key', 'a', 4],
    ])
    expect(plain(read('---\na: 1\na: 2\n---\n').values)).toEqual({ a: 1 })
  })
})

describe('silent changes are said or undone', () => {
  it('says where a comment cuts a value, and where letters hide', () => {
    expect(found('---\ndescription: fix #12 and more\n---\n')).toEqual([['cut_by_comment', 'description', 2]])
    expect(found('---\nname: a\u200bb\n---\n')).toEqual([['hidden_characters', 'name', 2]])
  })

  it('keeps versions as written, takes a no-break space for a blank, and reads a key with hidden letters', () => {
    expect(plain(read('---\nversion: 1.10\nname:\u00a0x\nto\u200bols: a\nmax: 25\n---\n').values)).toEqual({
      version: '1.10',
      name: 'x',
      tools: 'a',
      max: 25,
    })
  })

  it('lets no file reach a prototype', () => {
    const { values } = read('---\n__proto__: { polluted: yes }\nmetadata: { __proto__: { polluted: 1 }, a: 1 }\n---\n')
    expect(JSON.stringify(values['metadata'])).toBe('{"a":1}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.getPrototypeOf(values)).toBeNull()
  })

  it('does not unfold aliases without end', () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefgh'.split('').map((key, n) => `  ${key}: &${key} [${Array.from({ length: 9 }, () => `*${'abcdefg'[n]}`).join(', ')}]`),
    ]
    expect(read(`---\nmetadata:\n  ${bomb.join('\n')}\nname: x\n---\n`)).toMatchObject({ values: { name: 'x' }, hasFence: true })
  })
})

it('reads lists of names however they are written', () => {
  expect([['a', 'b'], 'a, b', 'a b', 'a,b', 'Bash(git log:*), Read(src/**, x)', 3, true, null, { a: 1 }].map(asNames)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
    ['Bash(git log:*)', 'Read(src/**, x)'],
    ['3'],
    ['true'],
    undefined,
    undefined,
  ])
  expect([' x ', 3, false, null, []].map(asText)).toEqual(['x', '3', 'false', undefined, undefined])
})

it('never throws, whatever the bytes', () => {
  const piece = fc.constantFrom(
    '---',
    '\n',
    'a: ',
    '- b',
    '"',
    "'",
    '{',
    '[',
    ']',
    '}',
    '|',
    '>',
    '&x',
    '*x',
    '!!js/function',
    '<<: ',
    '#',
    '\t',
    '  ',
    '\u200b',
    '名',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const { bodyLine, isText } = read(`---\n${pieces.join('')}`)
      expect([isText || bodyLine === 1, bodyLine >= 1]).toEqual([true, true])
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readFrontmatter(bytes)),
    { numRuns: 300 },
  )
})

it('takes a line for plain words only where YAML reads the same', () => {
  const words = fc.constantFrom(
    'a',
    'Null',
    'true',
    'yes',
    'é名',
    ' ',
    ',',
    '-',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '*',
    '&',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
    '.',
    '1',
    '\t',
    '?',
  )
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (pieces) => {
      const plain = plainLine(`key: ${pieces.join('')}`)
      if (plain) expect(parse(`key: ${pieces.join('')}`)).toEqual({ [plain.key]: plain.value })
    }),
    { numRuns: 2_000 },
  )
  expect(['name: 3000', 'name: null', 'name: True', 'name: a: b', 'name: a #b', 'name: "a"', 'name:a', '- a'].map(plainLine)).toEqual(
    Array(8).fill(undefined),
  )
  expect(plainLine('allowed-tools: Read, Bash(git log *) ')).toEqual({ key: 'allowed-tools', value: 'Read, Bash(git log *)' })
})

it('reads long lines in a time their length says', () => {
  expect(inTime(() => read(`---\na${' '.repeat(200_000)}b\n---\n`)).hasFence).toBe(true)
  expect(inTime(() => asNames(`b(c d) ${'a('.repeat(200_000)}`))?.length).toBe(200_001)
})
