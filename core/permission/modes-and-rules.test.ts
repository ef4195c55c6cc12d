import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mode } from '../contract/common.ts'
import { openCallJudge, type CallJudge, type CallSettings } from './cases/call-judge.ts'

let calls: CallJudge

beforeAll(() => {
  calls = openCallJudge()
})
afterAll(() => calls.close())

describe('modes', () => {
  const table: readonly [Mode, string, string, string, string, string][] = [
    ['default', 'allow mode', 'ask mode', 'ask mode', 'ask mode', 'allow mode'],
    ['acceptEdits', 'allow mode', 'allow mode', 'ask mode', 'ask mode', 'allow mode'],
    ['plan', 'allow mode', 'deny mode', 'deny mode', 'deny mode', 'allow mode'],
    ['bypassPermissions', 'allow mode', 'allow mode', 'allow mode', 'allow mode', 'allow mode'],
    ['dontAsk', 'allow mode', 'deny mode', 'deny mode', 'deny mode', 'allow mode'],
  ]
  it.each(table)(
    '%s answers read, write, exec, network and never-asked as the table says',
    async (mode, read, write, exec, network, never) => {
      expect([
        await calls.decide('read_file', 'a.txt', { mode }),
        await calls.decide('write_file', 'b.txt', { mode }),
        await calls.decide('bash', 'make', { mode }),
        await calls.decide('web_fetch', '', { mode }),
        await calls.decide('todo_write', '', { mode }),
      ]).toEqual([read, write, exec, network, never])
    },
  )

  it.each(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const)('the read-only list passes in %s', async (mode) => {
    expect(await calls.decide('bash', 'ls -la src', { mode })).toBe('allow mode')
  })

  it('no allow rule and no session answer lifts what plan mode refuses', async () => {
    const ask: CallSettings = { mode: 'plan', rules: { allow: ['Bash(make)', 'Write(**)'] }, sessionRules: ['Bash(make)', 'Write(b.txt)'] }
    expect([await calls.decide('bash', 'make', ask), await calls.decide('write_file', 'b.txt', ask)]).toEqual(['deny mode', 'deny mode'])
  })

  it('an allow rule settles a call before dontAsk refuses it', async () => {
    expect(await calls.decide('bash', 'make all', { mode: 'dontAsk', rules: { allow: ['Bash(make *)'] } })).toBe('allow rule')
  })
})

describe('rules', () => {
  const rules: CallSettings['rules'] = {
    allow: ['Bash(git *)', 'Bash(echo *)', 'Write(*.md)', 'mcp__github__*', 'Read', 'Bash(npm run test:*)'],
    ask: ['Bash(git push*)'],
    deny: ['Bash(rm *)', 'Read(.env)'],
  }
  const cases: readonly [string, string, Mode, string][] = [
    ['bash', 'git status', 'default', 'allow rule'],
    ['bash', 'git push origin', 'default', 'ask rule'],
    ['bash', 'git push origin', 'dontAsk', 'deny rule'],
    ['bash', "git log --format='%h'", 'default', 'allow rule'],
    ['bash', 'npm run test', 'default', 'allow rule'],
    ['bash', 'npm run test --watch', 'default', 'allow rule'],
    ['bash', 'npm run tests', 'default', 'ask mode'],
    ['bash', 'git status; touch x', 'default', 'ask mode'],
    ['bash', 'git status & touch x', 'default', 'ask mode'],
    ['bash', 'git status && touch x', 'default', 'ask mode'],
    ['bash', 'git status | sh', 'default', 'ask rule'],
    ['bash', 'git status\ntouch x', 'default', 'ask mode'],
    ['bash', 'git status\r\ntouch x', 'default', 'ask rule'],
    ['bash', 'git status > x', 'default', 'ask mode'],
    ['bash', 'git status >x', 'default', 'ask mode'],
    ['bash', 'git apply < x', 'default', 'allow rule'],
    ['bash', 'git log "$(touch x)"', 'default', 'ask mode'],
    ['bash', 'git log `touch x`', 'default', 'ask mode'],
    ['bash', 'git log $HOME', 'default', 'ask mode'],
    ['bash', 'git log {a,b}', 'default', 'allow rule'],
    ['bash', 'git log a\\ b', 'default', 'allow rule'],
    ['bash', "git commit -m 'two words'", 'default', 'allow rule'],
    ['bash', 'git log (a)', 'default', 'ask rule'],
    ['bash', 'true && rm -r src', 'bypassPermissions', 'deny rule'],
    ['bash', '/bin/rm -r src', 'bypassPermissions', 'deny rule'],
    ['bash', "bash -c 'rm src'", 'bypassPermissions', 'deny rule'],
    ['bash', '  rm src', 'bypassPermissions', 'deny rule'],
    ['bash', 'r""m src', 'bypassPermissions', 'deny rule'],
    ['bash', '\\rm src', 'bypassPermissions', 'deny rule'],
    ['read_file', '.env', 'default', 'deny rule'],
    ['read_file', './.env', 'default', 'deny rule'],
    ['read_file', 'src/../.env', 'default', 'deny rule'],
    ['read_file', 'env-link', 'default', 'deny rule'],
    ['read_file', 'a.txt', 'default', 'allow rule'],
    ['write_file', 'x.md', 'default', 'allow rule'],
    ['write_file', 'x.txt', 'default', 'ask mode'],
    ['write_file', '../evil.md', 'default', 'ask sandbox'],
    ['write_file', 'out-link/evil.md', 'default', 'ask sandbox'],
    ['mcp__github__create_issue', '', 'default', 'allow rule'],
    ['mcp__other__x', '', 'default', 'ask mode'],
  ]
  it.each(cases)('%s %j in %s → %s', async (tool, target, mode, want) => {
    expect(await calls.decide(tool, target, { mode, rules })).toBe(want)
  })

  it('a rule about reading holds for a read-only line that names the file', async () => {
    expect([
      await calls.decide('bash', 'cat a.txt', { rules: { deny: ['Read(a.txt)'] } }),
      await calls.decide('bash', 'head -n1 ./src/../a.txt', { rules: { ask: ['Read(a.txt)'] } }),
      await calls.decide('bash', 'cat a.txt', { rules: { deny: ['Read(b.txt)', 'Write'] } }),
    ]).toEqual(['deny rule', 'ask rule', 'allow mode'])
  })

  it('an absolute spelling hits the same rule', async () => {
    expect(await calls.decide('read_file', join(calls.root, '.env'), { rules })).toBe('deny rule')
    expect(await calls.decide('write_file', join(calls.root, 'x.md'), { rules })).toBe('allow rule')
  })

  it.each(['npm test -- --grep "[a] (b)*?"', 'ls *.go', 'a && b; c > d', 'make "你好" 🦀'])(
    'a session answer makes exactly the same command %j match next time',
    async (command) => {
      const first = await calls.judge('bash', command)
      const granted: CallSettings = { sessionRules: [first.suggestedRule] }
      expect([
        first.decision,
        await calls.decide('bash', command, granted),
        (await calls.judge('bash', `${command} x`, granted)).decision,
      ]).toEqual(['ask', 'allow rule', 'ask'])
    },
  )

  it('names the rule that would allow a call', async () => {
    expect((await calls.judge('write_file', './src/a[1].ts')).suggestedRule).toBe(String.raw`Write(src/a\[1\].ts)`)
  })
})
