import { expect, it } from 'vitest'
import { modelFacts } from '../llm/index.ts'
import { builtinDefinitions } from './builtin.ts'
import { readDefinition } from './read-definition.ts'

const knowsModel = (id: string): boolean => modelFacts(id).capabilities.isKnown

function read(head: string, { fileName = 'agent.md', body = 'Do it.' } = {}) {
  const { text, diagnostics } = readDefinition(Buffer.from(`---\n${head}\n---\n\n${body}\n`), { fileName, knowsModel })
  return { text, codes: diagnostics.map(({ level, line, problem }) => `${level} ${line} ${problem.code}`) }
}

it('finds nothing to say about the agents that come with the product', () => {
  const all = builtinDefinitions(knowsModel)
  expect(all.map(({ name, diagnostics, text }) => [name, diagnostics.length, text?.isReadOnly, text?.model, text?.maxTurns])).toEqual([
    ['Explore', 0, true, 'haiku', 60],
    ['general-purpose', 0, false, 'inherit', 60],
    ['Plan', 0, true, 'haiku', 30],
  ])
})

it.each([
  ['tools: [Read, Grep, Bash]', ['read_file', 'grep', 'bash']],
  ['tools: Read, Grep, Bash', ['read_file', 'grep', 'bash']],
  ['tools: read_file grep bash', ['read_file', 'grep', 'bash']],
  ['tools:\n  - Read\n  - mcp__github', ['read_file', 'mcp__github', 'mcp__github__*']],
  ['tools: ["read", "search", "github/*"]', ['read_file', 'grep', 'glob', 'mcp__github__*']],
  ['tools: Edit', ['edit_file', 'multi_edit']],
  ['tools: "*"', null],
  ['tools:', null],
  ['color: red', null],
])('reads %j as tools', (head, tools) => {
  expect(read(`name: a\ndescription: d\n${head}`).text?.tools).toEqual(tools)
})

it('reads what other products write', () => {
  const opencode = read(
    'description: Reviews code\nmode: subagent\nmodel: anthropic/claude-sonnet-4-5\ntools:\n  write: false\n  edit: false',
    {
      fileName: 'review.md',
    },
  )
  expect(opencode).toMatchObject({ text: { name: 'review', tools: null, disallowedTools: ['write_file', 'edit_file', 'multi_edit'] } })
  expect(opencode.codes).toEqual(['info 1 agent.name_from_file'])
  const copilot = read("description: 'Plans'\ntools: ['codebase', 'search', 'fetch']\nmodel: GPT-4.1", { fileName: 'plan.agent.md' })
  expect(copilot.text).toMatchObject({ name: 'plan', tools: ['grep', 'glob', 'web_fetch'], model: 'GPT-4.1' })
  expect(copilot.codes).toContain('warning 3 agent.unknown_tools')
  const stranger = read('name: a\ndescription: d\nmodel: nobody-9')
  expect([stranger.text?.model, stranger.codes]).toEqual(['nobody-9', ['warning 4 agent.unknown_model']])
  expect(read('name: g\ndescription: d\nkind: local\nmax_turns: 7\ntimeout_mins: 10').text).toMatchObject({
    maxTurns: 7,
    timeoutMs: 600_000,
  })
  // A timer for longer would end at once.
  expect(read('name: g\ndescription: d\ntimeout: 9999h').text?.timeoutMs).toBe(2 ** 31 - 1)
  expect(read('name: c\ndescription: d\nreadonly: true\nis_background: true').text).toMatchObject({ isReadOnly: true, background: true })
})

it('mends a description with colons and with line ends as two characters', () => {
  const { text, codes } = read(
    String.raw`name: a` + '\n' + String.raw`description: Use when: asked.\n\nExamples:\n<example>user: "hi"</example>` + '\nmodel: sonnet',
  )
  expect(text?.description).toBe('Use when: asked.\n\nExamples:\n<example>user: "hi"</example>')
  expect([text?.model, codes]).toEqual(['sonnet', ['warning 3 agent.repaired']])
})

it.each([
  ['name: a b\ndescription: d', 'error 2 agent.bad_name'],
  ['name: -a\ndescription: d', 'error 2 agent.bad_name'],
  ['name: a', 'error 1 agent.no_description'],
  ['description: d', 'error 1 agent.no_name'],
  ['name: a\ndescription: d\ntools: []', 'error 4 agent.no_tools'],
  ['name: a\ndescription: d\ntools: [Nothing, Known]', 'error 4 agent.no_tools'],
  ['name: a\ndescription: d\nkind: cloud', 'error 4 agent.unknown_kind'],
  ['name: a\ndescription: d\nkind: remote\nagent_card_url: file:///etc/passwd', 'error 5 agent.remote_url'],
  ['name: a\ndescription: d\nkind: remote\nagent_card_url: https://u:p@x/', 'error 5 agent.remote_url'],
  ['name: a\ndescription: d\nkind: remote\nagent_card_url: https://x\nauth: digest', 'error 6 agent.remote_auth'],
  [
    'name: a\ndescription: d\nkind: remote\nagent_card_url: https://x\nauth: { type: bearer, token: sk-live-123 }',
    'error 6 agent.remote_secret',
  ],
  [
    'name: a\ndescription: d\nkind: remote\nagent_card_url: https://x\nauth: { type: bearer, token: keychain:agent:b }',
    'error 6 agent.remote_secret',
  ],
  ['name: a\ndescription: d\ndisallowedTools: {a: 1}', 'error 4 agent.restriction_unread'],
])('does not use %j and says why', (head, code) => {
  const { text, codes } = read(head)
  expect(text).toBeUndefined()
  expect(codes).toContain(code)
})

it.each([
  ['permissionMode: dontAsk', 'dontAsk', 'agent.dont_ask'],
  ['permissionMode: yolo', 'default', 'agent.unknown_mode'],
  ['permissionMode: plan', 'plan', undefined],
])('reads %j', (head, mode, code) => {
  const { text, codes } = read(`name: a\ndescription: d\n${head}`)
  expect([text?.permissionMode, codes]).toEqual([mode, code === undefined ? [] : [`warning 4 ${code}`]])
})

it('takes a negative number of turns for none, and keeps what has no effect apart', () => {
  const { text, codes } = read('name: a\ndescription: d\nmaxTurns: -1\ntemperature: 1\nfoo: 1')
  expect([text?.maxTurns, codes]).toEqual([null, ['warning 5 agent.without_effect', 'info 6 agent.unknown_keys']])
})

it.each([
  ['auth: none', { kind: 'none' }],
  ['auth: { type: bearer, token: "${TOKEN}" }', { kind: 'bearer', secret: 'TOKEN' }],
  ['auth: { type: http, scheme: Bearer, token: $TOKEN }', { kind: 'bearer', secret: 'TOKEN' }],
  ['auth: { type: apiKey, key: keychain:agent:far, name: X-Key }', { kind: 'apiKey', secret: 'keychain:agent:far', header: 'X-Key' }],
  ['auth: { type: oauth, scopes: [run] }', { kind: 'oauth', clientId: '', scopes: ['run'] }],
])('reads how one signs in to an agent on another machine: %s', (auth, read_) => {
  const { text, codes } = read(
    `name: far\ndescription: d\nkind: remote\nagent_card_url: https://x.example/card.json\n${auth}\ntools: [grep]`,
  )
  expect(text?.remote).toEqual({ cardUrl: 'https://x.example/card.json', auth: read_ })
  expect(codes).toEqual(['warning 7 agent.without_effect'])
})
