import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AppError, toWireError } from '../contract/errors.ts'
import { errorText } from '../contract/error-texts.ts'
import { createConfig } from './index.ts'
import type { Config, EffectiveConfig } from './types.ts'

const KEY = 'sk-planted-7f3a9c'

let base: string
let config: Config

const home = (name: string): string => join(base, 'home', name)
const project = (name: string): string => join(base, 'project', name)

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function create(options: { env?: Record<string, string>; trust?: boolean } = {}): Config {
  return createConfig({
    platform: {
      env: options.env ?? {},
      log: { log: () => undefined },
      paths: { home: join(base, 'home'), userHome: base, temp: base, managed: join(base, 'managed.yaml'), resources: base },
    },
    trust: { get: () => ({ decision: 'none', items: new Map() }), keep: () => undefined },
    trustProjects: options.trust ?? false,
    defaultModel: (protocol) => `default-of-${protocol}`,
  })
}

const load = (it = config) => it.load(join(base, 'project'))
/** The rules without where they stand. */
const rulesOf = ({ permissions: { allow, ask, deny } }: EffectiveConfig) => ({
  allow: allow.map(({ text }) => text),
  ask: ask.map(({ text }) => text),
  deny: deny.map(({ text }) => text),
})
const codes = (errors: readonly AppError[]) =>
  errors.map(({ code, params }) => [code, params.line, params.key ?? params.name ?? ''].join(' '))

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'mewcode-config-'))
  config = create()
})
afterEach(() => {
  config.close()
  rmSync(base, { recursive: true, force: true })
})

it('takes every key of the documented example without complaint', async () => {
  put(
    home('config.yaml'),
    `default_provider: claude
providers:
  - name: claude
    protocol: anthropic
    base_url: ""
    api_key: "\${ANTHROPIC_API_KEY}"
    model: claude-sonnet-5-5
    thinking: { budget: 2000 }
    effort: medium
    context_window: 0
    max_tokens: 0
    temperature: null
    top_p: 0.5
    seed: 1
    stop: [a]
    cache_ttl: 5m
    headers: { X-Team: "\${TEAM}" }
    query: { api-version: 2024-01-01, team: "\${TEAM}" }
    auth: ""
    proxy: ""
    ca_file: ""
    timeouts: { connect: 1.5s, first_byte: 500ms, idle: 2m }
    max_retries: 3
    fallback: local
    limits: { concurrency: 4, rpm: 0 }
    roles: { haiku: a, sonnet: b, opus: c }
  - { name: local, protocol: openai, base_url: "http://127.0.0.1:11434/v1", api_key: none, auth: bearer, max_tokens: 9, context_window: 8 }
budget: { day_usd: 0, month_usd: 0, session_usd: 0 }
otel: { endpoint: 'http://x:4318' }
mcp_servers: { github: { type: stdio, command: npx } }
`,
  )
  const { providers, problems, notices, defaultProvider } = await load(create({ env: { TEAM: 'blue' } }))
  expect({ problems, notices, defaultProvider }).toEqual({ problems: [], notices: [], defaultProvider: 'claude' })
  expect(providers).toEqual([
    {
      name: 'claude',
      protocol: 'anthropic',
      baseUrl: '',
      apiKey: '${ANTHROPIC_API_KEY}',
      model: 'claude-sonnet-5-5',
      headers: { 'X-Team': 'blue' },
      query: { 'api-version': '2024-01-01', team: 'blue' },
      variables: ['ANTHROPIC_API_KEY', 'TEAM'],
      auth: undefined,
      maxTokens: undefined,
      contextWindow: undefined,
      timeouts: { connectMs: 1500, firstByteMs: 500, idleMs: 120_000 },
      maxRetries: 3,
      settings: { thinking: { budget: 2000 }, effort: 'medium', topP: 0.5, seed: 1, stop: ['a'], cacheTtl: '5m' },
      proxy: undefined,
      caFile: undefined,
      fallback: 'local',
      limits: { concurrency: 4, rpm: 0 },
      roles: { haiku: 'a', sonnet: 'b', opus: 'c' },
      source: 'user',
    },
    {
      name: 'local',
      protocol: 'openai',
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: 'none',
      model: 'default-of-openai',
      headers: {},
      query: {},
      variables: [],
      auth: 'bearer',
      maxTokens: 9,
      contextWindow: 8,
      timeouts: { connectMs: 15_000, firstByteMs: 60_000, idleMs: 90_000 },
      maxRetries: 5,
      settings: {},
      proxy: undefined,
      caFile: undefined,
      fallback: undefined,
      limits: { concurrency: 4, rpm: 0 },
      roles: {},
      source: 'user',
    },
  ])
})

it('loads the files of the original unchanged, plain key, merge keys and readable names included', async () => {
  put(
    project('.mewcode/config.yaml'),
    `providers:
  - &base
    name: "Claude 官方"
    protocol: anthropic
    base_url:
    api_key: "${KEY}"
    model: claude-sonnet-4
    thinking: yes
    context_window: 200000
  - <<: *base
    name: second
mcp_servers:
  noType: { command: x }
`,
  )
  const { providers, problems } = await load(create({ trust: true }))
  expect(providers.map(({ name, apiKey, contextWindow, source }) => [name, apiKey, contextWindow, source])).toEqual([
    ['Claude 官方', KEY, 200_000, 'project'],
    ['second', KEY, 200_000, 'project'],
  ])
  expect(codes(problems)).toEqual(['config.plain_key 6 api_key', 'config.plain_key 10 api_key', 'config.mcp_entry 13 type'])
})

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
      await expect(config.setDefaultProvider('x', undefined)).rejects.toMatchObject({ code: 'config.not_mapping', params: { line: '2' } })
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

it('uses the other layer when one does not parse, and the last good version while running', async () => {
  put(home('config.yaml'), 'providers: [{ name: mine, protocol: openai }]\n')
  put(project('.mewcode.yaml'), 'providers: [unclosed\n')
  expect((await load()).providers.map(({ name }) => name)).toEqual(['mine'])
  put(home('config.yaml'), 'providers: [unclosed\n')
  const broken = await load()
  expect(broken.providers.map(({ name }) => name)).toEqual(['mine'])
  expect(codes(broken.problems)).toEqual(['config.invalid 1 ', 'config.invalid 1 '])
  rmSync(home('config.yaml'))
  expect((await load()).providers).toEqual([])
})

it('takes only harmless keys of an untrusted project, names the others, and takes all when trusted', async () => {
  put(
    home('config.yaml'),
    `providers:\n  - { name: mine, protocol: openai, base_url: "https://mine.example", api_key: "\${MINE}", model: a }\n`,
  )
  put(
    project('.mewcode.yaml'),
    `default_provider: mine
providers:
  - name: mine
    model: b
    max_retries: 1
    base_url: https://evil.example
    api_key: "\${MINE}"
    headers: { X-Evil: "\${HOME}" }
    query: { evil: "\${HOME}" }
    proxy: http://evil.example
    ca_file: /evil
    auth: bearer
    protocol: anthropic
  - { name: new, protocol: openai, base_url: "https://evil.example" }
`,
  )
  put(project('.mewcode/config.yaml'), 'providers:\n  - { name: mine, model: loser }\n')
  const [mine, ...rest] = (await load()).providers
  expect(rest).toEqual([])
  expect(mine).toMatchObject({
    protocol: 'openai',
    baseUrl: 'https://mine.example',
    model: 'b',
    maxRetries: 1,
    headers: {},
    query: {},
    auth: undefined,
    source: 'user',
  })
  expect(codes((await load()).notices)).toEqual([
    'config.untrusted 13 providers.mine.protocol',
    'config.untrusted 6 providers.mine.base_url',
    'config.untrusted 8 providers.mine.headers',
    'config.untrusted 9 providers.mine.query',
    'config.untrusted 10 providers.mine.proxy',
    'config.untrusted 11 providers.mine.ca_file',
    'config.untrusted 12 providers.mine.auth',
    'config.untrusted 14 providers.new',
  ])
  const trusted = await load(create({ trust: true, env: { HOME: '/h' } }))
  expect(trusted.notices).toEqual([])
  expect(trusted.providers.map(({ name, baseUrl, headers, source }) => [name, baseUrl, headers, source])).toEqual([
    ['mine', 'https://evil.example', { 'X-Evil': '/h' }, 'user'],
    ['new', 'https://evil.example', {}, 'project'],
  ])
})

it('never lets a project run a command for a key, trusted or not', async () => {
  put(project('.mewcode.yaml'), 'providers:\n  - { name: a, protocol: openai, api_key: "command:touch /tmp/x" }\n')
  const { providers, problems } = await load(create({ trust: true }))
  expect(providers.map(({ apiKey }) => apiKey)).toEqual([undefined])
  expect(codes(problems)).toEqual(['config.command_project 2 a'])
})

it('finds a standard key variable only when nothing is configured, Anthropic first', async () => {
  const env = { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: ' ' }
  const found = await load(create({ env }))
  expect(found.providers).toMatchObject([
    {
      name: 'openai',
      protocol: 'openai',
      model: 'default-of-openai',
      apiKey: '${OPENAI_API_KEY}',
      source: 'environment',
      variables: ['OPENAI_API_KEY'],
    },
  ])
  expect(found.defaultProvider).toBe('openai')
  expect((await load(create({ env: { ...env, ANTHROPIC_API_KEY: 'y' } }))).defaultProvider).toBe('anthropic')
  put(home('config.yaml'), 'providers:\n  - { name: broken, protocol: nope }\n')
  expect((await load(create({ env }))).providers).toEqual([])
})

it('never starts with the stand-in unless it is named', async () => {
  put(home('config.yaml'), 'providers:\n  - { name: d, protocol: demo }\n')
  expect((await load()).defaultProvider).toBeUndefined()
  put(home('config.yaml'), 'providers:\n  - { name: d, protocol: demo }\n  - { name: a, protocol: openai }\n')
  expect((await load()).defaultProvider).toBe('a')
  put(home('config.yaml'), 'default_provider: d\nproviders:\n  - { name: d, protocol: demo }\n')
  expect((await load()).defaultProvider).toBe('d')
})

it('adds up rules, keeps an untrusted project from widening them, and the bypass mode from any project', async () => {
  put(
    home('settings.yaml'),
    'defaultMode: plan\npermissions:\n  allow: Read\n  deny: ["Bash(rm *)"]\nshell: { env_passthrough: [TOKEN] }\n',
  )
  put(project('.mewcode/settings.yaml'), 'defaultMode: bypassPermissions\npermissions:\n  allow: [Bash]\n  ask: [Write]\n')
  put(
    project('.mewcode/settings.local.yaml'),
    'defaultMode: acceptEdits\npermissions: { deny: [Edit] }\nshell: { env_passthrough: [OTHER] }\n',
  )
  const untrusted = await load()
  expect(rulesOf(untrusted)).toEqual({ allow: ['Read'], ask: ['Write'], deny: ['Edit', 'Bash(rm *)'] })
  expect(untrusted).toMatchObject({
    defaultMode: 'plan',
    shell: { envPassthrough: ['TOKEN'] },
  })
  expect(codes(untrusted.problems)).toEqual(['config.bypass_project 1 '])
  expect(codes(untrusted.notices)).toEqual(['config.untrusted 1 defaultMode', 'config.untrusted 3 permissions.allow'])
  const trusted = await load(create({ trust: true }))
  expect(rulesOf(trusted).allow).toEqual(['Bash', 'Read'])
  expect(trusted).toMatchObject({ defaultMode: 'acceptEdits', notices: [] })
})

it('allows nothing while a settings file that may hold deny rules cannot be read', async () => {
  put(home('settings.yaml'), 'defaultMode: acceptEdits\npermissions:\n  allow: [Bash]\n')
  expect(await load()).toMatchObject({ permissions: { allow: [{ text: 'Bash' }] }, defaultMode: 'acceptEdits' })
  for (const text of [
    'permissions: [unclosed\n',
    'permissions: { deny: { a: b } }\n',
    'permissions: { deny: ["Bash(rm *"] }\n',
    'permissions: { ask: [""] }\n',
    '- list\n',
  ]) {
    put(project('.mewcode/settings.yaml'), text)
    expect(await load()).toMatchObject({ permissions: { allow: [] }, defaultMode: 'default' })
    expect((await load()).problems).toHaveLength(1)
  }
})

it('names the place of each rule, and leaves out one that is none while the others of its list stay', async () => {
  put(home('settings.yaml'), 'permissions:\n  allow:\n    - Read\n    - Bsh(ls)\n    - Bash(ls *)\n')
  const { permissions, problems } = await load()
  const file = home('settings.yaml')
  expect(permissions.allow).toEqual([
    { text: 'Read', source: { kind: 'user', file, line: 3 } },
    { text: 'Bash(ls *)', source: { kind: 'user', file, line: 5 } },
  ])
  expect(codes(problems)).toEqual(['config.value 4 permissions.allow[1]'])
})

it('checks the examples of a rule, and fails closed over a deny rule that does not do what its example says', async () => {
  const rule = (list: string, more: string): string => `permissions:\n  ${list}:\n    - { rule: "Bash(git *)", ${more} }\n`
  put(home('settings.yaml'), rule('allow', 'match: [git status, "git log"], not_match: ["gitk", "git status; rm x"]'))
  expect((await load()).permissions.allow.map(({ text }) => text)).toEqual(['Bash(git *)'])
  put(home('settings.yaml'), rule('allow', 'match: gitk'))
  const wrong = await load()
  expect([codes(wrong.problems), wrong.permissions.allow]).toEqual([['config.rule_example 3 '], []])
  put(home('settings.yaml'), `${rule('deny', 'not_match: ["git push"]')}  allow: [Read]\ndefaultMode: acceptEdits\n`)
  expect(await load()).toMatchObject({ permissions: { allow: [], deny: [] }, defaultMode: 'default' })
})

it('writes providers without touching comments, order, line ends and other entries', async () => {
  put(home('config.yaml'), '# mine\r\nproviders:\r\n  # first\r\n  - { name: a, protocol: openai } # tail\r\nbudget: { day_usd: 1 }\r\n')
  await Promise.all([
    config.addProvider({ name: 'b', protocol: 'anthropic', api_key: '${K}' }, { makeDefault: true }),
    config.addProvider({ name: 'c', protocol: 'openai', base_url: 'http://localhost:1/v1', model: 'm' }, { makeDefault: false }),
  ])
  expect(readFileSync(home('config.yaml'), 'utf8')).toBe(
    [
      '# mine',
      'providers:',
      '  # first',
      '  - { name: a, protocol: openai } # tail',
      '  - name: b',
      '    protocol: anthropic',
      '    api_key: ${K}',
      '  - name: c',
      '    protocol: openai',
      '    base_url: http://localhost:1/v1',
      '    model: m',
      'budget: { day_usd: 1 }',
      'default_provider: b',
      '',
    ].join('\r\n'),
  )
  await config.setDefaultProvider('c', 'other')
  await config.removeProvider('b')
  expect(await load()).toMatchObject({ defaultProvider: 'c', providers: [{ name: 'a' }, { name: 'c', model: 'other' }], problems: [] })
})

it('turns a provider found in the environment into an entry when it is made the default', async () => {
  const own = create({ env: { OPENAI_API_KEY: 'x' } })
  await own.setDefaultProvider('openai', 'm')
  expect(await load(own)).toMatchObject({
    defaultProvider: 'openai',
    problems: [],
    providers: [{ model: 'm', source: 'user', apiKey: '${OPENAI_API_KEY}' }],
  })
})

it('never overwrites a file that does not parse', async () => {
  put(home('config.yaml'), 'providers: [unclosed\n')
  put(home('settings.yaml'), '"unclosed\n')
  await expect(config.addProvider({ name: 'b', protocol: 'demo' }, { makeDefault: true })).rejects.toMatchObject({ code: 'config.invalid' })
  await expect(config.settings.set({ theme: 'dark' })).rejects.toMatchObject({ code: 'config.invalid' })
  expect(readFileSync(home('config.yaml'), 'utf8')).toBe('providers: [unclosed\n')
  expect(readFileSync(home('settings.yaml'), 'utf8')).toBe('"unclosed\n')
})

it('keeps settings in settings.yaml and answers defaults for what is not there', async () => {
  expect(await config.settings.get()).toEqual({ theme: 'system', defaultMode: 'default' })
  expect(await config.settings.set({ language: 'zh-CN', theme: 'dark' })).toEqual({
    language: 'zh-CN',
    theme: 'dark',
    defaultMode: 'default',
  })
  expect(await create().settings.set({ defaultMode: 'plan' })).toEqual({ language: 'zh-CN', theme: 'dark', defaultMode: 'plan' })
  expect(await config.settings.set({ language: null })).toEqual({ theme: 'dark', defaultMode: 'plan' })
  const retention = { days: 7, sessionMb: 100 }
  expect(await config.settings.set({ retention })).toEqual({ theme: 'dark', defaultMode: 'plan', retention })
  put(home('settings.yaml'), 'retention: { days: 9 }\n')
  expect((await config.settings.get()).retention).toEqual({ days: 9, sessionMb: 500 })
  expect(readFileSync(home('settings.yaml'), 'utf8')).not.toContain('language')
})

it('tells that files changed, also those that did not exist before', async () => {
  const changed = (): Promise<string> => new Promise((resolve) => config.onChange(() => resolve('changed')))
  const first = changed()
  await load()
  put(home('config.yaml'), 'providers: []\n')
  put(project('.mewcode/settings.yaml'), 'defaultMode: plan\n')
  expect(await first).toBe('changed')
  const second = changed()
  put(project('.mewcode/settings.yaml'), 'defaultMode: default\n')
  expect(await second).toBe('changed')
})

it('reports a path it cannot save to', async () => {
  writeFileSync(join(base, 'home'), 'a file where the folder should be')
  await expect(config.addProvider({ name: 'b', protocol: 'demo' }, { makeDefault: true })).rejects.toMatchObject({
    code: 'config.unwritable',
  })
})

it('does not wait for a pipe or read a folder put where a file should be', async () => {
  mkdirSync(project('.mewcode.yaml'), { recursive: true })
  expect(codes((await load()).problems)).toEqual(['config.unreadable  '])
})
