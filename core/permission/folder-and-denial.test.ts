import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCallJudge, type CallJudge } from './cases/call-judge.ts'

let calls: CallJudge

beforeAll(() => {
  calls = openCallJudge()
})
afterAll(() => calls.close())

describe('the folder a line runs in', () => {
  const elsewhere = (): string => join(calls.base, 'outside')

  it('is where its words are looked up', async () => {
    expect([
      await calls.decide('bash', 'cat x', { workdir: elsewhere() }),
      await calls.decide('bash', 'cat x', { workdir: 'out-link' }),
      await calls.decide('bash', 'ls', { workdir: '..' }),
      await calls.decide('bash', 'cat ../a.txt', { workdir: 'src' }),
      await calls.decide('bash', 'rm -rf ../../proj', { workdir: 'src', mode: 'bypassPermissions' }),
      await calls.decide('bash', 'rm -rf etc', { workdir: '/', mode: 'bypassPermissions' }),
    ]).toEqual(['ask sandbox', 'ask sandbox', 'ask sandbox', 'allow mode', 'deny blacklist', 'deny blacklist'])
  })

  it('is part of what was answered for the session', async () => {
    const here = await calls.judge('bash', 'make')
    const there = await calls.judge('bash', 'make', { workdir: elsewhere() })
    const granted = [here.suggestedRule]
    expect([
      await calls.decide('bash', 'make', { sessionRules: granted }),
      await calls.decide('bash', 'make', { sessionRules: granted, workdir: 'src' }),
      await calls.decide('bash', 'make', { sessionRules: granted, workdir: elsewhere() }),
      await calls.decide('bash', 'make', { sessionRules: [there.suggestedRule], workdir: elsewhere() }),
    ]).toEqual(['allow rule', 'ask mode', 'ask sandbox', 'allow rule'])
  })

  it('is not covered by a rule about the words when it lies outside', async () => {
    const rules = { allow: ['Bash(make)'] }
    expect([
      await calls.decide('bash', 'make', { rules, workdir: 'src' }),
      await calls.decide('bash', 'make', { rules, workdir: elsewhere() }),
      (await calls.judge('bash', 'make', { workdir: 'src' })).allowRule,
      (await calls.judge('bash', 'make', { workdir: elsewhere() })).allowRule,
    ]).toEqual(['allow rule', 'ask sandbox', 'Bash(make)', `Bash(cd ${elsewhere()} && make)`])
  })
})

describe('the rule a denial names', () => {
  it.each([
    ['bash', 'make all'],
    ['bash', 'cat /etc/passwd'],
    ['write_file', 'src/a[1].ts'],
    ['write_file', '/nowhere/x'],
    ['read_file', '/etc/passwd'],
    ['read_file', '.env'],
    ['bash', 'a && b'],
    ['bash', 'git commit -m "two words"'],
    ['bash', 'echo $HOME > "$X"'],
  ])('allows %s %j', async (tool, target) => {
    const { decision, allowRule = '' } = await calls.judge(tool, target)
    expect([decision, await calls.decide(tool, target, { rules: { allow: [allowRule] } })]).toEqual(['ask', 'allow rule'])
  })

  it.each([
    ['write_file', '.vscode/tasks.json'],
    ['read_file', 'loop-a'],
  ])('is none for %s %j, which no rule lifts', async (tool, target) => {
    const { decision, allowRule, suggestedRule } = await calls.judge(tool, target)
    const lifted = await calls.judge(tool, target, { rules: { allow: [suggestedRule] } })
    expect([decision, allowRule, lifted.decision]).toEqual(['ask', undefined, 'ask'])
  })
})
