import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mode, ToolCategory } from '../contract/common.ts'
import { createPermission, createShellReader, type SourcedRule, type Verdict } from './index.ts'

let base = ''
let root = ''
let userHome = ''
let home = ''
let temp = ''

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mew permission 中文 ')))
  ;[root, userHome, home, temp] = ['proj', 'user', 'user/.mewcode', 'temp'].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
    string,
  ]
  await mkdir(path.join(root, 'src'), { recursive: true })
  await mkdir(path.join(base, 'proj-evil'))
  await mkdir(path.join(base, 'outside/deep'), { recursive: true })
  await mkdir(home, { recursive: true })
  await mkdir(temp)
  await writeFile(path.join(root, 'a.txt'), 'x')
  await writeFile(path.join(root, '.env'), 'S=1')
  await symlink(path.join(base, 'outside'), path.join(root, 'out-link'))
  await symlink(path.join(base, 'not-there'), path.join(root, 'dangling'))
  await symlink(path.join(root, 'loop-b'), path.join(root, 'loop-a'))
  await symlink(path.join(root, 'loop-a'), path.join(root, 'loop-b'))
  await symlink('src', path.join(root, 'in-link'))
  await symlink('.env', path.join(root, 'env-link'))
})
afterAll(() => rm(base, { recursive: true }))

const shell = createShellReader()
/** As a person's own settings have them. */
const mine = (rules: readonly string[] = []): SourcedRule[] => rules.map((text) => ({ text, source: { kind: 'user' } }))

interface Rules {
  allow?: readonly string[]
  ask?: readonly string[]
  deny?: readonly string[]
}
const categories: Record<string, ToolCategory> = {
  bash: 'exec',
  read_file: 'read',
  glob: 'read',
  grep: 'read',
  write_file: 'write',
  edit_file: 'write',
  todo_write: 'none',
  web_fetch: 'network',
  mcp__github__create_issue: 'exec',
  mcp__other__x: 'exec',
}

interface Ask {
  /** Of a shell line: where it runs. */
  workdir?: string
  mode?: Mode
  rules?: Rules
  sessionRules?: readonly string[]
}

async function judge(
  toolName: string,
  target: string,
  { workdir, mode = 'default', rules = {}, sessionRules = [] }: Ask = {},
): Promise<Verdict> {
  const permission = createPermission({
    rules: { allow: mine(rules.allow), ask: mine(rules.ask), deny: mine(rules.deny) },
    shell,
    home,
    userHome,
    temp,
  })
  const category = categories[toolName] ?? 'exec'
  const isShell = toolName === 'bash'
  return permission.check({
    toolName,
    category,
    input: {},
    paths: isShell ? (workdir === undefined ? [] : [workdir]) : target === '' ? [] : [target],
    command: isShell ? target : undefined,
    projectRoot: root,
    sessionDir: path.join(home, 'sessions/s1'),
    mode,
    sessionRules,
  })
}

async function decide(toolName: string, target: string, ask?: Ask): Promise<string> {
  const { decision, layer } = await judge(toolName, target, ask)
  return `${decision} ${layer}`
}

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
        await decide('read_file', 'a.txt', { mode }),
        await decide('write_file', 'b.txt', { mode }),
        await decide('bash', 'make', { mode }),
        await decide('web_fetch', '', { mode }),
        await decide('todo_write', '', { mode }),
      ]).toEqual([read, write, exec, network, never])
    },
  )

  it.each(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const)('the read-only list passes in %s', async (mode) => {
    expect(await decide('bash', 'ls -la src', { mode })).toBe('allow mode')
  })

  it('no allow rule and no session answer lifts what plan mode refuses', async () => {
    const ask: Ask = { mode: 'plan', rules: { allow: ['Bash(make)', 'Write(**)'] }, sessionRules: ['Bash(make)', 'Write(b.txt)'] }
    expect([await decide('bash', 'make', ask), await decide('write_file', 'b.txt', ask)]).toEqual(['deny mode', 'deny mode'])
  })

  it('an allow rule settles a call before dontAsk refuses it', async () => {
    expect(await decide('bash', 'make all', { mode: 'dontAsk', rules: { allow: ['Bash(make *)'] } })).toBe('allow rule')
  })
})

describe('rules', () => {
  const rules: Rules = {
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
    expect(await decide(tool, target, { mode, rules })).toBe(want)
  })

  it('a rule about reading holds for a read-only line that names the file', async () => {
    expect([
      await decide('bash', 'cat a.txt', { rules: { deny: ['Read(a.txt)'] } }),
      await decide('bash', 'head -n1 ./src/../a.txt', { rules: { ask: ['Read(a.txt)'] } }),
      await decide('bash', 'cat a.txt', { rules: { deny: ['Read(b.txt)', 'Write'] } }),
    ]).toEqual(['deny rule', 'ask rule', 'allow mode'])
  })

  it('an absolute spelling hits the same rule', async () => {
    expect(await decide('read_file', path.join(root, '.env'), { rules })).toBe('deny rule')
    expect(await decide('write_file', path.join(root, 'x.md'), { rules })).toBe('allow rule')
  })

  it.each(['npm test -- --grep "[a] (b)*?"', 'ls *.go', 'a && b; c > d', 'make "你好" 🦀'])(
    'a session answer makes exactly the same command %j match next time',
    async (command) => {
      const first = await judge('bash', command)
      const granted: Ask = { sessionRules: [first.suggestedRule] }
      expect([first.decision, await decide('bash', command, granted), (await judge('bash', `${command} x`, granted)).decision]).toEqual([
        'ask',
        'allow rule',
        'ask',
      ])
    },
  )

  it('names the rule that would allow a call', async () => {
    expect((await judge('write_file', './src/a[1].ts')).suggestedRule).toBe(String.raw`Write(src/a\[1\].ts)`)
  })
})

describe('the folder a line runs in', () => {
  const elsewhere = (): string => path.join(base, 'outside')

  it('is where its words are looked up', async () => {
    expect([
      await decide('bash', 'cat x', { workdir: elsewhere() }),
      await decide('bash', 'cat x', { workdir: 'out-link' }),
      await decide('bash', 'ls', { workdir: '..' }),
      await decide('bash', 'cat ../a.txt', { workdir: 'src' }),
      await decide('bash', 'rm -rf ../../proj', { workdir: 'src', mode: 'bypassPermissions' }),
      await decide('bash', 'rm -rf etc', { workdir: '/', mode: 'bypassPermissions' }),
    ]).toEqual(['ask sandbox', 'ask sandbox', 'ask sandbox', 'allow mode', 'deny blacklist', 'deny blacklist'])
  })

  it('is part of what was answered for the session', async () => {
    const here = await judge('bash', 'make')
    const there = await judge('bash', 'make', { workdir: elsewhere() })
    const granted = [here.suggestedRule]
    expect([
      await decide('bash', 'make', { sessionRules: granted }),
      await decide('bash', 'make', { sessionRules: granted, workdir: 'src' }),
      await decide('bash', 'make', { sessionRules: granted, workdir: elsewhere() }),
      await decide('bash', 'make', { sessionRules: [there.suggestedRule], workdir: elsewhere() }),
    ]).toEqual(['allow rule', 'ask mode', 'ask sandbox', 'allow rule'])
  })

  it('is not covered by a rule about the words when it lies outside', async () => {
    const rules = { allow: ['Bash(make)'] }
    expect([
      await decide('bash', 'make', { rules, workdir: 'src' }),
      await decide('bash', 'make', { rules, workdir: elsewhere() }),
      (await judge('bash', 'make', { workdir: 'src' })).allowRule,
      (await judge('bash', 'make', { workdir: elsewhere() })).allowRule,
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
    const { decision, allowRule = '' } = await judge(tool, target)
    expect([decision, await decide(tool, target, { rules: { allow: [allowRule] } })]).toEqual(['ask', 'allow rule'])
  })

  it.each([
    ['write_file', '.vscode/tasks.json'],
    ['read_file', 'loop-a'],
  ])('is none for %s %j, which no rule lifts', async (tool, target) => {
    const { decision, allowRule, suggestedRule } = await judge(tool, target)
    const lifted = await judge(tool, target, { rules: { allow: [suggestedRule] } })
    expect([decision, allowRule, lifted.decision]).toEqual(['ask', undefined, 'ask'])
  })
})

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
    expect(await decide(tool, target)).toBe(want)
  })

  it('a hard link to what is never written is never written, one to anything else is', async () => {
    await mkdir(path.join(root, '.git/hooks'), { recursive: true })
    for (const [name, other] of [
      ['.git/config', 'linked-config'],
      ['.git/hooks/pre-commit', 'linked-hook'],
      ['../user/.mewcode/config.yaml', 'linked-home'],
      ['plain.txt', 'linked-plain'],
    ] as const) {
      await writeFile(path.join(root, name), name)
      await link(path.join(root, name), path.join(root, other))
    }
    const mode = 'acceptEdits'
    expect([
      await decide('write_file', 'linked-config', { mode }),
      await decide('write_file', 'linked-hook', { mode }),
      await decide('write_file', 'linked-home', { mode: 'bypassPermissions' }),
      await decide('write_file', 'linked-plain', { mode }),
    ]).toEqual(['deny sandbox', 'deny sandbox', 'deny sandbox', 'allow mode'])
  })

  it('temp and the session folder are free to read, the session folder not to write', async () => {
    const spill = path.join(home, 'sessions/s1/spill/1.txt')
    expect([
      await decide('read_file', path.join(temp, 'x')),
      await decide('read_file', spill),
      await decide('write_file', spill, { mode: 'acceptEdits' }),
    ]).toEqual(['allow mode', 'allow mode', 'ask sandbox'])
  })

  it('a rule that names the outside place settles it, a bare rule does not', async () => {
    const outside = path.join(base, 'outside/x')
    expect([
      await decide('read_file', outside, { rules: { allow: [`Read(${base.replaceAll(' ', '\\ ')}/outside/**)`] } }),
      await decide('read_file', outside, { rules: { allow: ['Read'] } }),
    ]).toEqual(['allow rule', 'ask sandbox'])
  })

  it('bypass lifts questions but never what is never written', async () => {
    const ask: Ask = { mode: 'bypassPermissions' }
    expect([
      await decide('write_file', '../x', ask),
      await decide('write_file', '.git/config', ask),
      await decide('write_file', path.join(home, 'settings.yaml'), ask),
    ]).toEqual(['allow mode', 'deny sandbox', 'deny sandbox'])
  })
})

describe('read-only list', () => {
  it.each([
    'ls',
    'pwd',
    'cat a.txt',
    'grep -rn foo src',
    "grep 'foo' a.txt",
    "find . -name '*.ts'",
    'rg foo src',
    'sed -n 1,20p a.txt',
    'wc -l a.txt',
    'uniq a.txt',
    'uniq -c a.txt',
    'rg --files src',
    'grep -l foo a.txt --files-with-matches',
  ])('%s passes', async (line) => {
    expect(await decide('bash', line)).toBe('allow mode')
  })
  it.each([
    'find . -delete',
    'find . -exec touch x',
    'find -L .',
    'find . -fprint x',
    'rg --pre sh foo',
    'rg -L foo',
    'grep -R foo .',
    'grep -f list a.txt',
    'sed -i s/a/b/ a.txt',
    'sed -n w\\ x a.txt',
    'uniq a.txt b.txt',
    'uniq - b.txt',
    'uniq -- -a b.txt',
    'rg -.L foo .',
    'rg -0L foo .',
    'grep -1R foo .',
    'grep -r --deref foo .',
    'grep --exclude-f=list foo a.txt',
    'wc --fi=list',
    './ls',
    'src/cat a.txt',
    'cat *.txt',
    'find . -name *',
    'grep foo *.txt',
    'rg foo [a-z]',

    'sort -o x a.txt',
    'FOO=1 ls',
    'git status',
    'env',
    'tee x',
    'wc --files0-from=x',
    'l?',
  ])('%s asks', async (line) => {
    expect((await judge('bash', line)).decision).toBe('ask')
  })
})
