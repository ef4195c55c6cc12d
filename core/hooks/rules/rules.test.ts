import { describe, expect, it } from 'vitest'
import { readRules, type ReadRules, type RuleFile } from './index.ts'

function read(text: string, source: RuleFile['source'] = 'user'): ReadRules {
  return readRules([{ source, path: `/${source}/hooks.yaml`, text }])
}

const shell = 'action: { type: shell, command: "true" }'
const states = ({ rules }: ReadRules): string[] => rules.map(({ rule, state }) => `${rule.source} ${rule.name} ${state}`)
const told = ({ problems }: ReadRules): string[] =>
  problems.map(({ line, rule, level, problem }) => `${line} ${rule} ${level} ${problem.code}`)

describe('files of the original', () => {
  it('load as they are, every shape', () => {
    const { rules, problems } = read(`# rules
hooks:
  - name: block-write            # required
    event: PreToolUse
    if:
      all_of:
        - field: tool_name
          match: { type: exact, value: write_file }
        - field: tool_input.path
          match:
            type: not
            inner: { type: glob, value: "docs/**" }
    action: { type: shell, command: "./check.sh" }
    only_once: false
    async: false
    timeout: "30s"
  - name: 42
    event: PreUserMessage
    action: { type: prompt, text: "Answer in Chinese." }
    only_once: yes
  - name: tell
    event: PostToolUse
    if: { any_of: [ { field: is_error, match: { type: regex, value: "(?i)^TRUE$" } } ] }
    action:
      type: http
      url: http://localhost:8080/hook
      method: PUT
      headers: { X-Count: 3, Authorization: "Bearer x" }
      body: '{"tool": "{{.tool_name}}"}'
    async: true
    timeout: 1m30s
  - name: ask
    event: Stop
    if:
    action: { type: subagent, agent_name: explore, prompt: "Look." }
    timeout: 0
`)
    expect(problems).toEqual([])
    expect(rules.map(({ rule, state }) => [rule.name, rule.line, state, rule.onlyOnce, rule.isAsync, rule.timeoutMs, rule.action])).toEqual(
      [
        ['block-write', 3, 'active', false, false, 30_000, { type: 'shell', command: './check.sh', args: undefined, shell: undefined }],
        ['42', 17, 'active', true, false, 30_000, { type: 'prompt', text: 'Answer in Chinese.' }],
        [
          'tell',
          21,
          'active',
          false,
          true,
          90_000,
          {
            type: 'http',
            url: 'http://localhost:8080/hook',
            method: 'PUT',
            headers: { 'X-Count': '3', Authorization: 'Bearer x' },
            body: '{"tool": "{{.tool_name}}"}',
            allowedEnv: [],
          },
        ],
        ['ask', 32, 'active', false, false, 300_000, { type: 'subagent', agentName: 'explore', prompt: 'Look.' }],
      ],
    )
  })

  it('may be empty', () => {
    for (const text of ['', '# nothing', 'hooks:', 'hooks: []', '---\n']) expect(read(text)).toEqual({ rules: [], problems: [] })
  })
})

describe('a file with mistakes', () => {
  it('has each told with its line, and keeps the good rules', () => {
    const found = read(`hooks:
  - event: Stop
    ${shell}
  - name: bad-event
    event: PreToolUze
    ${shell}
  - name: bad-type
    event: Stop
    action: { type: shel, command: x }
  - name: no-command
    event: Stop
    action: { type: shell }
  - name: no-text
    event: Stop
    action: { type: prompt }
  - name: no-url
    event: Stop
    action: { type: http }
  - name: no-agent
    event: Stop
    action: { type: subagent, agent_name: a }
  - name: both
    event: Stop
    if:
      all_of: [ { field: iter, match: { type: exact, value: 1 } } ]
      any_of: [ { field: iter, match: { type: exact, value: 1 } } ]
    ${shell}
  - name: neither
    event: Stop
    if: { all_of: [] }
    ${shell}
  - name: no-field
    event: Stop
    if: { all_of: [ { match: { type: exact, value: 1 } } ] }
    ${shell}
  - name: no-value
    event: Stop
    if:
      any_of:
        - field: iter
          match: { type: regex }
    ${shell}
  - name: no-inner
    event: Stop
    if: { any_of: [ { field: iter, match: { type: not } } ] }
    ${shell}
  - name: bad-time
    event: Stop
    ${shell}
    timeout: 30
  - name: async-block
    event: PreToolUse
    ${shell}
    async: true
  - name: command-glob
    event: PreToolUse
    if: { all_of: [ { field: tool_input.command, match: { type: glob, value: "rm *" } } ] }
    ${shell}
  - name: bad-regex
    event: Stop
    if: { all_of: [ { field: iter, match: { type: regex, value: "(" } } ] }
    ${shell}
  - name: bad-match
    event: Stop
    if: { all_of: [ { field: iter, match: { type: regexp, value: "1" } } ] }
    ${shell}
  - just words
  - name: good
    event: Stop
    ${shell}
  - name: good
    event: SessionEnd
    ${shell}
`)
    expect(told(found)).toEqual([
      '2 #1 error hook.missing',
      '5 bad-event error hook.unknown_event',
      '9 bad-type error hook.unknown_action',
      '12 no-command error hook.missing',
      '15 no-text error hook.missing',
      '18 no-url error hook.missing',
      '21 no-agent error hook.missing',
      '24 both error hook.two_conditions',
      '30 neither error hook.empty_condition',
      '34 no-field error hook.missing',
      '41 no-value error hook.missing',
      '45 no-inner error hook.missing',
      '50 bad-time error hook.bad_duration',
      '54 async-block error hook.async_blocking',
      '57 command-glob error hook.glob_on_command',
      '61 bad-regex error hook.bad_regex',
      '65 bad-match error hook.unknown_match',
      '67 #18 error hook.value',
      '71 good error hook.duplicate',
    ])
    expect(states(found)).toEqual(['user good active'])
    const params = Object.fromEntries(found.problems.map(({ rule, problem }) => [rule, problem.params]))
    expect([params['bad-event']?.['near'], params['bad-type']?.['near'], params['bad-match']?.['near']]).toEqual([
      'PreToolUse',
      'shell',
      'regex',
    ])
  })

  it('warns of what nobody reads and of units that look wrong, and runs the rule all the same', () => {
    const found = read(`hooks:
  - name: odd
    evnet: x
    event: Stop
    if: { all_of: [ { field: tool_nam, match: { type: exact, value: x } } ] }
    ${shell}
    timeout: 30000s
    only-once: true
`)
    expect(told(found)).toEqual([
      '3 odd warning hook.unknown_key',
      '8 odd warning hook.unknown_key',
      '5 odd warning hook.unknown_field',
      '7 odd warning hook.odd_duration',
    ])
    expect(states(found)).toEqual(['user odd active'])
  })

  it('loses one rule to a line that is no YAML, not all', () => {
    const found = read(`hooks:
  - name: first
    event: Stop
    ${shell}
  - name: torn
    event: "Stop
    ${shell}
  - name: twice
    event: Stop
    event: Stop
    ${shell}
  - name: last
    event: Stop
    ${shell}
`)
    expect(states(found)).toEqual(['user first active', 'user last active'])
    expect(told(found).map((line) => line.replace(/^\d+/, 'N'))).toEqual(['N  error hook.unread_entry', 'N  error hook.unread_entry'])
    expect(found.problems.map(({ line }) => line)).toEqual([6, 10])
  })

  it('is told when it is no list at all', () => {
    expect(told(read('hooks: { name: x }'))).toEqual(['1  error hook.not_list'])
    expect(told(read('hook:\n  - name: x\n'))).toEqual(['1  error hook.unknown_key'])
    expect(told(read('hooks: [\n'))).toEqual(['1  error config.invalid'])
  })
})

describe('the same name in several files', () => {
  const rule = (name: string, more = ''): string => `  - { name: ${name}, event: Stop, ${shell}${more} }\n`
  const merged = (files: Partial<Record<RuleFile['source'], string>>): ReadRules =>
    readRules(
      (['managed', 'project', 'user'] as const).flatMap((source) => {
        const rules = files[source]
        const text = source === 'managed' ? `hooks:\n  rules:\n${rules?.replaceAll(/^/gm, '  ')}` : `hooks:\n${rules}`
        return rules === undefined ? [] : [{ source, path: `/${source}`, text }]
      }),
    )

  it('adds up, the project before the person and each in its own order', () => {
    expect(states(merged({ project: rule('a') + rule('b'), user: rule('c'), managed: rule('m') }))).toEqual([
      'managed m active',
      'project a active',
      'project b active',
      'user c active',
    ])
  })

  it("skips the later one, but never the person's for a project's", () => {
    const found = merged({ project: rule('x'), user: rule('x') })
    expect(states(found)).toEqual(['project x overridden', 'user x active'])
    expect(told(found)).toEqual(['2 x error hook.duplicate'])
    expect(found.problems[0]?.file).toBe('/project')
  })

  it("lets the person override and switch off a project's rule, and a project nothing of the person's", () => {
    const mine = merged({ project: rule('x') + rule('y'), user: `${rule('x', ', merge: override')}  - { name: y, enabled: false }\n` })
    expect([states(mine), told(mine)]).toEqual([['project x overridden', 'project y disabled', 'user x active'], []])
    const theirs = merged({ project: `${rule('x', ', merge: override')}  - { name: y, enabled: false }\n`, user: rule('x') + rule('y') })
    expect(states(theirs)).toEqual(['project x overridden', 'user x active', 'user y active'])
    expect(told(theirs)).toEqual(['2 x warning hook.not_yours', '2 x error hook.duplicate', '3 y warning hook.not_yours'])
  })

  it("lets nobody override or switch off an administrator's rule", () => {
    const found = merged({ managed: rule('x') + rule('y'), user: `${rule('x', ', merge: override')}  - { name: y, enabled: false }\n` })
    expect(states(found)).toEqual(['managed x active', 'managed y active', 'user x overridden'])
  })

  it('warns of a switch for a rule that is not there', () => {
    expect(told(merged({ user: '  - { name: gone, enabled: false }\n' }))).toEqual(['2 gone warning hook.unknown_name'])
  })
})
