import { link, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCallJudge, type CallJudge, type CallSettings } from './cases/call-judge.ts'

let calls: CallJudge

beforeAll(() => {
  calls = openCallJudge()
})
afterAll(() => calls.close())

describe('path sandbox', () => {
  const cases: readonly [string, string, string][] = [
    ['read_file', 'a.txt', 'allow mode'],
    ['read_file', '.', 'allow mode'],
    ['read_file', 'in-link/x', 'allow mode'],
    ['read_file', '../outside/x', 'ask sandbox'],
    ['read_file', '../proj-evil/x', 'ask sandbox'],
    ['read_file', 'out-link/deep', 'ask sandbox'],
    ['read_file', 'in-link/../out-link/x', 'ask sandbox'],
    ['read_file', 'loop-a', 'ask sandbox'],
    ['write_file', 'dangling', 'ask sandbox'],
    ['write_file', 'dangling/x', 'ask sandbox'],
    ['write_file', 'new/folder/x', 'ask mode'],
    ['read_file', '/proc/self/environ', 'ask sandbox'],
    ['read_file', '/etc/passwd', 'ask sandbox'],
    ['read_file', '.env.local', 'ask sandbox'],
    ['read_file', '.env.example', 'allow mode'],
    ['read_file', 'deploy/server.pem', 'ask sandbox'],
    ['read_file', 'env-link', 'ask sandbox'],
    ['write_file', '.git/config', 'deny sandbox'],
    ['write_file', '.git/hooks/pre-commit', 'deny sandbox'],
    ['write_file', 'sub/.git/config', 'deny sandbox'],
    ['write_file', '.GIT/Config', 'deny sandbox'],
    ['write_file', '.git', 'deny sandbox'],
    ['write_file', '.git/modules/lib/config', 'deny sandbox'],
    ['write_file', '.git/worktrees/w/config.worktree', 'deny sandbox'],
    ['write_file', '.git/description', 'ask mode'],
    ['read_file', '.envrc', 'ask sandbox'],
    ['read_file', '.env-production', 'ask sandbox'],
    ['write_file', '.mewcode.yaml', 'deny sandbox'],
    ['write_file', '.mewcode/settings.local.yaml', 'deny sandbox'],
    ['write_file', '.mewcode/skills/x/SKILL.md', 'ask sandbox'],
    ['write_file', '.claude/settings.json', 'ask sandbox'],
    ['write_file', '.github/workflows/ci.yml', 'ask sandbox'],
    ['write_file', '.vscode/tasks.json', 'ask sandbox'],
    ['write_file', '.gitignore', 'ask mode'],
    ['bash', 'cat a.txt', 'allow mode'],
    ['bash', 'cat /etc/passwd', 'ask sandbox'],
    ['bash', 'cat ~/x', 'ask sandbox'],
    ['bash', 'cat ~root/x', 'ask sandbox'],
    ['bash', 'cat out-link/x', 'ask sandbox'],
    ['bash', 'cat in-link/../../outside/x', 'ask sandbox'],
    ['bash', 'cat .env', 'ask sandbox'],
    ['bash', 'head -n3 ../x', 'ask sandbox'],
    ['bash', 'grep --include=/etc/x foo', 'ask sandbox'],
    ['bash', 'echo /etc/passwd', 'allow mode'],
  ]
  it.each(cases)('%s %j → %s', async (tool, target, want) => {
    expect(await calls.decide(tool, target)).toBe(want)
  })

  it('a hard link to what is never written is never written, one to anything else is', async () => {
    await mkdir(join(calls.root, '.git/hooks'), { recursive: true })
    for (const [name, other] of [
      ['.git/config', 'linked-config'],
      ['.git/hooks/pre-commit', 'linked-hook'],
      ['../user/.mewcode/config.yaml', 'linked-home'],
      ['plain.txt', 'linked-plain'],
    ] as const) {
      await writeFile(join(calls.root, name), name)
      await link(join(calls.root, name), join(calls.root, other))
    }
    const mode = 'acceptEdits'
    expect([
      await calls.decide('write_file', 'linked-config', { mode }),
      await calls.decide('write_file', 'linked-hook', { mode }),
      await calls.decide('write_file', 'linked-home', { mode: 'bypassPermissions' }),
      await calls.decide('write_file', 'linked-plain', { mode }),
    ]).toEqual(['deny sandbox', 'deny sandbox', 'deny sandbox', 'allow mode'])
  })

  it('temp and the session folder are free to read, the session folder not to write', async () => {
    const spill = join(calls.home, 'sessions/s1/spill/1.txt')
    expect([
      await calls.decide('read_file', join(calls.temp, 'x')),
      await calls.decide('read_file', spill),
      await calls.decide('write_file', spill, { mode: 'acceptEdits' }),
    ]).toEqual(['allow mode', 'allow mode', 'ask sandbox'])
  })

  it('a rule that names the outside place settles it, a bare rule does not', async () => {
    const outside = join(calls.base, 'outside/x')
    expect([
      await calls.decide('read_file', outside, { rules: { allow: [`Read(${calls.base.replaceAll(' ', '\\ ')}/outside/**)`] } }),
      await calls.decide('read_file', outside, { rules: { allow: ['Read'] } }),
    ]).toEqual(['allow rule', 'ask sandbox'])
  })

  it('bypass lifts questions but never what is never written', async () => {
    const ask: CallSettings = { mode: 'bypassPermissions' }
    expect([
      await calls.decide('write_file', '../x', ask),
      await calls.decide('write_file', '.git/config', ask),
      await calls.decide('write_file', join(calls.home, 'settings.yaml'), ask),
    ]).toEqual(['allow mode', 'deny sandbox', 'deny sandbox'])
  })
})
