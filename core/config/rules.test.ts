import { expect, it } from 'vitest'
import { codes, configFolders, put } from './fixtures.ts'
import type { EffectiveConfig } from './types.ts'

const { home, project, create, load } = configFolders()

/** The rules without where they stand. */
const rulesOf = ({ permissions: { allow, ask, deny } }: EffectiveConfig) => ({
  allow: allow.map(({ text }) => text),
  ask: ask.map(({ text }) => text),
  deny: deny.map(({ text }) => text),
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
