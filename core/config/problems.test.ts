import { mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toWireError } from '../contract/errors.ts'
import { errorText } from '../contract/error-texts.ts'
import { codes, configFolders, put } from './fixtures.ts'

const KEY = 'sk-planted-7f3a9c'
const { home, project, config, load } = configFolders()

const badFiles: readonly [title: string, yaml: string, problems: readonly string[], usable: readonly string[]][] = [
  ['an unclosed list', 'providers:\n  - name: a\n  bad: [unclosed\n', ['config.invalid 3 '], []],
  ['a tab as indentation', 'providers:\n\t- name: a\n', ['config.invalid 2 '], []],
  ['a key given twice', 'providers: []\nproviders: []\n', ['config.invalid 2 '], []],
  ['a list where the map should be', '- a\n', ['config.not_mapping 1 '], []],
  ['an empty key', '"": 1\n', ['config.unknown_key 1 ""'], []],
  ['an unknown top-level key', 'providrs: []\nzzz: 1\n', ['config.misspelled_key 1 providrs', 'config.unknown_key 2 zzz'], []],
  [
    'one bad entry of three',
    'providers:\n  - { name: a, protocol: openai }\n  - name: b\n    protocol: opneai\n    max_retries: 99\n  - { name: c, protocol: anthropic }\n',
    ['config.entry 4 protocol', 'config.entry 5 max_retries'],
    ['a', 'c'],
  ],
  [
    'a misspelled key in an entry',
    'providers:\n  - name: a\n    protocol: openai\n    base_urll: https://x\n',
    ['config.entry_misspelled_key 4 base_urll'],
    [],
  ],
  ['an entry without a protocol', 'providers:\n  - name: a\n', ['config.entry 2 protocol'], []],
  ['an entry without a name', 'providers:\n  - protocol: openai\n', ['config.entry 2 name'], []],
  ['an entry that is no map', 'providers:\n  - just text\n', ['config.not_mapping 2 '], []],
  [
    'two entries of one name',
    'providers:\n  - { name: a, protocol: openai, model: one }\n  - { name: a, protocol: openai, model: two }\n',
    ['config.duplicate 3 a'],
    ['a'],
  ],
  ['an address that is none', 'providers:\n  - name: a\n    protocol: openai\n    base_url: ftp://x\n', ['config.entry 4 base_url'], []],
  [
    'an address with a password in it',
    'providers:\n  - name: a\n    protocol: openai\n    base_url: https://u:p@x\n',
    ['config.entry 4 base_url'],
    [],
  ],
  [
    'an address whose variable is not set',
    'providers:\n  - name: a\n    protocol: openai\n    base_url: "https://${NOPE}"\n',
    ['config.variable_missing 4 base_url'],
    [],
  ],
  [
    'a query parameter whose variable is not set',
    'providers:\n  - name: a\n    protocol: openai\n    query: { v: "${NOPE}" }\n',
    ['config.variable_missing 4 query'],
    ['a'],
  ],
  [
    'a header with a line break',
    'providers:\n  - name: a\n    protocol: openai\n    headers:\n      X-A: "a\\r\\nb"\n',
    ['config.entry 5 headers.X-A'],
    [],
  ],
  [
    'a default that is not there',
    'default_provider: b\nproviders:\n  - { name: a, protocol: openai }\n',
    ['config.default_missing 1 b'],
    ['a'],
  ],
  [
    'a fallback that is not there, and one to itself',
    'providers:\n  - { name: a, protocol: openai, fallback: zzz }\n  - name: b\n    protocol: openai\n    fallback: b\n',
    ['config.fallback_missing 2 a', 'config.fallback_missing 5 b'],
    ['a', 'b'],
  ],
  [
    'an alias bomb',
    `a: &a [x,x]\n${'bcdefghijklmnop'
      .split('')
      .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefghijklmno'[i]}`).join(',')}]`)
      .join('\n')}\n`,
    ['config.invalid 1 '],
    [],
  ],
]

it.each(badFiles)('tells the line of %s in both languages and keeps what is usable', async (_, yaml, expected, usable) => {
  put(home('config.yaml'), yaml)
  const { providers, problems } = await load()
  expect(codes(problems)).toEqual(expected)
  expect(providers.map(({ name }) => name)).toEqual(usable)
  for (const { code, params } of problems) {
    const texts = (['en', 'zh-CN'] as const).map((language) => errorText(code, params, language))
    for (const { what, fix } of texts) expect(`${what} ${fix}`).not.toMatch(/\{\w+\}/)
    expect(texts[0]?.what).toContain(home('config.yaml'))
    expect(texts[1]?.what).toMatch(/\p{Script=Han}/u)
  }
})

it('names the very place and what belongs there, in words of the file', async () => {
  put(
    home('settings.yaml'),
    'permissions:\n  allow: [Read, "Bash(rm *"]\n  deny: 5\nlanguage: fr\nshell: { env_passthrough: ["a b", 5] }\n',
  )
  put(
    home('config.yaml'),
    `providers:
  - name: a:b
    protocol: openai
    headers: { "X Y": "1" }
    query: [1]
    stop: [1]
    timeouts: { connect: 5 }
    thinking: { budgte: 1 }
    max_retries: 1.5
    seed: x
    top_p: .inf
    limits: [1]
mcp_servers: { x: 1 }
budget: 3
`,
  )
  const said = (await load()).problems.map(({ params }) => `${params.key}: ${params.expected}`)
  expect(said).toEqual([
    'budget: {…}',
    'name: 1–64 characters without `:`',
    'thinking: true | false | { budget: N }',
    'top_p: number',
    'seed: number',
    'stop: string | [string, …]',
    'headers.X Y: Header-Name',
    'query: {…}',
    'timeouts.connect: string',
    'max_retries: 1, 2, 3 …',
    'limits: {…}',
    'language: en | zh-CN',
    'shell.env_passthrough[0]: NAME',
    'shell.env_passthrough[1]: string',
    'permissions.allow[1]: Tool | Tool(pattern)',
    'permissions.deny: [Tool, Tool(pattern), …]',
    'mcp_servers.x: {…}',
  ])
})

it.each(['config.yaml', 'settings.yaml'])(
  'says in both languages that %s must be a mapping, and changes nothing in one that is not',
  async (name) => {
    put(home(name), '# mine\n- 1\n')
    const { problems } = await load()
    expect(problems.map(({ code, params }) => [code, params])).toEqual([['config.not_mapping', { file: home(name), line: '2' }]])
    const texts = (['en', 'zh-CN'] as const).map((language) => errorText('config.not_mapping', problems[0]?.params ?? {}, language).what)
    expect(texts).toEqual([expect.stringContaining('line 2: a mapping'), expect.stringContaining('第 2 行：这里应为映射')])
    if (name === 'config.yaml')
      await expect(config().setDefaultProvider('x', undefined)).rejects.toMatchObject({ code: 'config.not_mapping', params: { line: '2' } })
  },
)

it.each(['__proto__', 'constructor', 'prototype'])('takes no provider called %s, which objects have of themselves', async (name) => {
  put(home('config.yaml'), `providers:\n  - name: ${name}\n    protocol: demo\n  - { name: good, protocol: demo }\n`)
  const { providers, problems } = await load()
  expect([providers.map((provider) => provider.name), codes(problems)]).toEqual([['good'], ['config.entry 2 name']])
})

it('never puts what a file holds into a problem, wherever a key was pasted by mistake', async () => {
  const spots = [
    `providers:\n  - name: a\n    protocol: openai\n    api_key: "${KEY}\n`,
    `providers:\n  - name: a\n    api_key: *${KEY}\n`,
    `providers: "${KEY}" "${KEY}"\n`,
    `providers: {a: b} ${KEY}\n`,
    `providers: !${KEY} x: y: z\n`,
    `providers:\n  - { name: a, protocol: ${KEY}, base_url: ${KEY}, auth: ${KEY}, timeouts: ${KEY}, thinking: ${KEY}, max_tokens: ${KEY} }\n`,
    `default_provider: [${KEY}]\nbudget: ${KEY}\n`,
    `providers:\n  - { name: a, protocol: openai, api_key: ${KEY}, base_url: 'not a ${KEY}' }\n`,
  ]
  for (const text of spots) {
    put(home('config.yaml'), text)
    const { problems } = await load()
    expect(problems).not.toEqual([])
    for (const problem of problems) {
      expect(`${problem.stack} ${String(problem.cause)} ${JSON.stringify([problem, toWireError(problem)])}`).not.toContain(KEY)
    }
  }
})

it('does not wait for a pipe or read a folder put where a file should be', async () => {
  mkdirSync(project('.mewcode.yaml'), { recursive: true })
  expect(codes((await load()).problems)).toEqual(['config.unreadable  '])
})
