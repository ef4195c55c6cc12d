import { describe, expect, it } from 'vitest'
import { readSkill } from './read-skill.ts'

/** Thirty skills of different kinds, made of what real ones are made of. */
const subjects = ['pdf', 'release-notes', 'sql', '翻译', 'api-design', 'incident', 'i18n', 'refactor', 'deploy', 'écriture']
const bodies = ['# Title\n\nDo it.', '1. one\n2. two\n\n---\n\nAfter a rule.', '```sh\nls -la\n```\n\n结束。']
const originals = subjects.flatMap((name) =>
  bodies.map((body, n) => ({
    name,
    description: `Use for ${name} when asked, kind ${n}; not else.`,
    tools: ['Read', 'Bash(git log *)'],
    body,
  })),
)
type Original = (typeof originals)[number]

const head = ({ name, description }: Original, more = '') =>
  `name: ${name}\ndescription: ${description}\nallowed-tools: Read, Bash(git log *)\n${more}`
const file = (one: Original, more = '') => `---\n${head(one, more)}---\n\n${one.body}\n`
const read = (content: string | Uint8Array, id: string) => readSkill(Buffer.from(content), id)
const codes = ({ diagnostics }: ReturnType<typeof readSkill>) =>
  diagnostics.map(({ level, line, problem }) => `${level} ${line} ${problem.code}`)

const same: Record<string, (one: Original) => string | Uint8Array> = {
  'a mark': (one) => `\ufeff${file(one)}`,
  CRLF: (one) => file(one).replaceAll('\n', '\r\n'),
  'a lone CR': (one) => file(one).replaceAll('\n', '\r'),
  'mixed line ends': (one) => file(one).replace('\n', '\r\n').replace(/\n$/, '\r'),
  'no newline at the end': (one) => file(one).trimEnd(),
  'blanks behind the fences': (one) => file(one).replace('---\n', '---  \n').replace('\n---\n', '\n--- \t\n'),
  'a mark and CRLF': (one) => `\ufeff${file(one).replaceAll('\n', '\r\n')}`,
  'dots as end mark': (one) => file(one).replace('\n---\n\n', '\n...\n\n'),
  'UTF-16': (one) => Buffer.from(`\ufeff${file(one)}`, 'utf16le'),
  'single quotes': (one) => file(one).replace(one.description, `'${one.description}'`),
  'double quotes': (one) => file(one).replace(one.description, `"${one.description}"`),
  'a folded block': (one) => file(one).replace(one.description, `>-\n  ${one.description.replace(' when', '\n  when')}`),
  'a folded block with its end': (one) => file(one).replace(one.description, `>\n  ${one.description}`),
  'a literal block': (one) => file(one).replace(one.description, `|\n  ${one.description}`),
  'the next line': (one) => file(one).replace(` ${one.description}`, `\n  ${one.description}`),
  'comments between keys': (one) => file(one).replace('\ndescription', '\n# a comment\n\n  # another\ndescription'),
  'quoted keys': (one) => file(one).replace('name:', '"name":').replace('description:', "'description':"),
  'a fence inside a literal block': (one) => file(one, 'metadata:\n  note: |\n    a\n    ---\n    b\n'),
  'a fence at the edge inside quotes': (one) => file(one, 'license: "a\n---\n  b"\n'),
}

describe('the same skill', () => {
  it.each(Object.entries(same))('whatever it is written in: %s', (_, mutate) => {
    for (const one of originals) {
      const { text, diagnostics } = read(mutate(one), one.name)
      expect([text?.name, text?.description, text?.allowedTools, text?.body]).toEqual([one.name, one.description, one.tools, one.body])
      expect(diagnostics.filter(({ level }) => level !== 'info')).toEqual([])
    }
  })

  it('keeps a body that begins with a rule', () => {
    for (const one of originals) expect(read(file({ ...one, body: `---\n\n${one.body}` }), one.name).text?.body).toBe(`---\n\n${one.body}`)
  })
})

describe('repaired, with the line', () => {
  it.each([
    ['Use when: asked', 'skill.repaired'],
    ['@someone asks', 'skill.repaired'],
    ['`code` is asked about', 'skill.repaired'],
    ['%d is asked about', 'skill.repaired'],
    ['Fix #12 and more', 'skill.comment_kept'],
    ['[a] [b] are asked about', 'skill.repaired'],
  ])('%j', (description, code) => {
    for (const one of originals) {
      const result = read(file({ ...one, description }), one.name)
      expect([result.text?.description, result.text?.allowedTools, codes(result)]).toEqual([description, one.tools, [`warning 3 ${code}`]])
    }
  })

  it.each([
    ['*bold* words', '*bold* words'],
    ['&and more', '&and more'],
    ['!important words', '!important words'],
  ])('a value that YAML takes for something else: %j', (description, wanted) => {
    const result = read(`---\nname: x\ndescription: ${description}\n---\nDo it.\n`, 'x')
    expect([result.text?.description, codes(result)]).toEqual([wanted, ['warning 3 skill.repaired']])
  })

  it('a key that YAML cannot read costs no other key', () => {
    for (const one of originals) {
      const result = read(file(one, 'metadata:\n\ta: b\nargument-hint: [file] [mode]\nname: other\n'), one.name)
      expect(result.text).toMatchObject({
        name: one.name,
        description: one.description,
        argumentHint: '[file] [mode]',
        allowedTools: one.tools,
      })
      expect(codes(result).map((code) => code.replace(/skill\./, ''))).toEqual([
        expect.stringMatching(/warning 5 (repaired|unread_key)/),
        'warning 7 repaired',
        'warning 8 duplicate_key',
      ])
    }
  })

  it.each([
    ['3000', '3000'],
    ['1.10', '1.10'],
    ['true', 'true'],
    ['2026-01-01', '2026-01-01'],
    ['null', 'x'],
    ['~', 'x'],
  ])('a name that is no word: %s', (written, name) => {
    expect(read(`---\nname: ${written}\ndescription: d\n---\n`, 'x').text?.name).toBe(name)
  })

  it.each([
    ['[first, second]', 'first second'],
    ['[topic: foo | bar]', 'Do it.'],
    ['null', 'Do it.'],
    ['{ a: b }', 'Do it.'],
  ])('a description that is no text: %s', (written, description) => {
    expect(read(`---\nname: x\ndescription: ${written}\n---\n# X\n\nDo it.\n`, 'x').text?.description).toBe(description)
  })

  it.each([
    ['[Read, "Bash(git add *)"]', ['Read', 'Bash(git add *)']],
    ['Read Bash(git add *)', ['Read', 'Bash(git add *)']],
    ['Read,Bash(git add *)', ['Read', 'Bash(git add *)']],
    ['"*"', ['*']],
    ['[]', []],
    ['null', []],
    ['', []],
  ])('tools however they are listed: %s', (written, tools) => {
    const { text } = read(`---\nname: x\ndescription: d\nallowed-tools: ${written}\n---\n`, 'x')
    expect([text?.allowedTools, text?.isForModel]).toEqual([tools, true])
  })

  it('a file without a head is read by its first paragraph', () => {
    const result = read('# Title\n\nBody only\nparagraph.\n\nMore.', 'x')
    expect([result.text?.description, codes(result)]).toEqual(['Body only paragraph.', ['warning 1 skill.no_head']])
  })
})

describe('refused, with the reason', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['bytes that are no text', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xc0]), 'skill.not_text'],
    ['UTF-16 without a mark', Buffer.from('---\nname: x\n---\n', 'utf16le'), 'skill.not_text'],
    ['zeros', '---\nname: x\0\ndescription: d\n---\n', 'skill.not_text'],
    ['a head that never ends', '---\nname: x\ndescription: d\n', 'skill.never_closed'],
    ['a head of code', '---js\n{ name: "x" }\n---\n', 'skill.never_closed'],
    ['no words', '---\nname: x\n---\n\n', 'skill.no_description'],
    ['nothing', '', 'skill.no_description'],
    ...['../x', 'a/b', 'C:', 'C:\\x', '"a\\u202Eb"', '"a\\u200Bb"', 'x.', '"x "', 'CON', 'nul.txt', '..'].map(
      (name): [string, string, string] => [
        `the name ${name}`,
        `---\nname: ${name}\ndescription: d\n---\n`,
        name === '"x "' ? '' : 'skill.bad_name',
      ],
    ),
  ])('%s', (_, content, code) => {
    const { text, diagnostics } = read(content, 'x')
    expect([text === undefined, diagnostics.filter(({ level }) => level === 'error').map(({ problem }) => problem.code)]).toEqual(
      code === '' ? [false, []] : [true, [code]],
    )
  })

  it('runs and reaches nothing', () => {
    const { text } = read(
      '---\nname: x\ndescription: !!js/function "function(){ throw 1 }"\n__proto__: { a: 1 }\nconstructor: b\n---\nDo it.\n',
      'x',
    )
    expect([typeof text?.description, Reflect.get({}, 'a')]).toEqual(['string', undefined])
  })

  it('does not unfold aliases without end', () => {
    const levels = 'abcdefghi'.split('').map(
      (key, n) =>
        `  ${key}: &${key} [${
          n === 0
            ? 'x'
            : Array(9)
                .fill(`*${'abcdefghi'[n - 1]}`)
                .join(', ')
        }]`,
    )
    const started = performance.now()
    const result = read(`---\nname: x\ndescription: d\nmetadata:\n${levels.join('\n')}\n---\nDo it.\n`, 'x')
    expect([result.text?.description, codes(result)]).toEqual(['d', ['warning 4 skill.unread_key']])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it.each([
    [
      'author: me\n  version: 1.10\n  tags: [a, b]',
      [
        ['author', 'me'],
        ['version', '1.1'],
        ['tags', 'a, b'],
      ],
    ],
    ['openclaw: { requires: { bins: [gh, jq] }, os: linux }', [['openclaw', 'requires: bins: gh, jq; os: linux']]],
    ['around: &here [back, *here]', []],
    [`deep: ${'['.repeat(60)}x${']'.repeat(60)}`, [['deep', '…']]],
  ])('what it says of itself in %s is told in lines', (inside, facts) => {
    const { text } = read(`---\nname: x\ndescription: d\nmetadata:\n  ${inside}\n---\nDo it.\n`, 'x')
    expect(text?.metadata.map(({ name, value }) => [name, value])).toEqual(facts)
  })
})
