import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../contract/errors.ts'
import { tempProject, type TempProject } from '../testing/index.ts'
import { createCommands, type Commands } from './commands.ts'

let world: TempProject
let commands: Commands
const none = {
  list: async () => [],
  folders: async () => [],
  expand: async () => undefined,
  runShell: async () => undefined,
  rulesOf: async () => undefined,
  run: async () => undefined,
}
const place = (more = {}) => ({ projectRoot: world.path('proj'), language: 'en' as const, isTrusted: true, ...more })

beforeEach(() => {
  world = tempProject({ 'proj/a.txt': 'x' })
  commands = createCommands({ home: world.path('home/.mewcode'), userHome: world.path('home') }, none, none)
})
afterEach(() => world.close())

const codes = (problems: readonly AppError[]) =>
  problems.map(({ code, params }) => [code, params['name'] ?? params['key'] ?? params['line']])
const failure = (prompt: string) =>
  commands.expand(prompt, place()).catch((error: unknown) => (error instanceof AppError ? [error.code, error.params] : error))

it('lists files of project and user with name, description, hint and tools', async () => {
  world.write(
    'proj/.mewcode/commands/git/log.md',
    '---\ndescription: Show the log\nargument-hint: [file] [count]\nmodel: haiku\nallowed-tools: Bash(git log:*), Read\n---\nLog of $1',
  )
  world.write('home/.claude/commands/问好.md', '# Say hello\n\nto $ARGUMENTS')
  const { commands: all, problems } = await commands.list(place())
  expect(all.filter(({ source }) => source !== 'builtin')).toEqual([
    {
      name: 'git:log',
      kind: 'prompt',
      source: 'project',
      description: 'Show the log',
      argumentHint: '[file] [count]',
      file: '~/../proj/.mewcode/commands/git/log.md'.replace('~/..', world.root),
      model: 'haiku',
      allowedTools: ['Bash(git log:*)', 'Read'],
    },
    { name: '问好', kind: 'prompt', source: 'user', description: 'Say hello', argumentHint: '', file: '~/.claude/commands/问好.md' },
  ])
  expect(codes(problems)).toEqual([['command.repaired', 'argument-hint']])
})

it('puts the arguments into every form of placeholder', async () => {
  world.write(
    'proj/.mewcode/commands/all.md',
    'all=$ARGUMENTS one=$1 two=$2 zero=$ARGUMENTS[0] third=[$3] kept=\\$1 \\$ARGUMENTS price=$1x',
  )
  expect(await commands.expand('/all a "b c"', place())).toBe('all=a "b c" one=a two=b c zero=a third=[] kept=$1 $ARGUMENTS price=$1x')
})

it('never looks through a value again', async () => {
  world.write('proj/.mewcode/commands/x.md', '$1 and $2')
  expect(await commands.expand('/x $2 $ARGUMENTS', place())).toBe('$2 and $ARGUMENTS')
})

it.each([
  ['no placeholder', 'Do it.', 'a b', 'Do it.\n\n## User Request\n\na b'],
  ['fewer places than words', 'Do $1.', 'a b', 'Do a.\n\n## User Request\n\na b'],
  ['no arguments', 'Do it.', '', 'Do it.'],
])('lets no argument get lost: %s', async (_, body, args, text) => {
  world.write('proj/.claude/commands/x.md', body)
  expect(await commands.expand(`/x ${args}`.trim(), place())).toBe(text)
})

it('keeps lines of the arguments as they are', async () => {
  world.write('proj/.mewcode/commands/x.md', '> $ARGUMENTS <')
  expect(await commands.expand('/x\nfirst\n  second', place())).toBe('> first\n  second <')
})

it('gives built-in prompts their arguments in both languages', async () => {
  for (const language of ['en', 'zh-CN'] as const) {
    for (const name of ['init', 'review']) {
      expect(await commands.expand(`/${name} only src/`, place({ language }))).toMatch(/only src\/$/)
      expect(await commands.expand(`/${name}`, place({ language }))).not.toContain('ARGUMENTS')
    }
  }
})

it.each(['/usr/bin/env is missing', '/path/like/this', '// a comment', ' /review', 'see /review', '/', '/ x', '/etc is full'])(
  'takes %j for plain text',
  async (text) => expect(await commands.expand(text, place())).toBeUndefined(),
)

it('says what was meant when there is no such command, and what to do in place of an action', async () => {
  world.write('proj/.mewcode/commands/deploy.md', 'Deploy')
  expect(await failure('/deplyo now')).toEqual(['command.unknown', { name: 'deplyo', similar: 'deploy' }])
  expect(await failure('/PLAN x')).toEqual(['command.action', { name: 'plan', outside: 'mewcode run --mode plan PROMPT' }])
})

it('tells which command hides which, and lets no untrusted folder hide the own ones', async () => {
  world.write('proj/.mewcode/commands/x.md', 'project')
  world.write('proj/.claude/commands/X.md', 'project, claude')
  world.write('proj/.mewcode/commands/review.md', 'not the built-in')
  world.write('home/.mewcode/commands/x.md', 'user')
  expect(await commands.expand('/x', place())).toBe('project')
  expect(await commands.expand('/x', place({ isTrusted: false }))).toBe('user')
  expect(codes((await commands.list(place())).problems)).toEqual([
    ['command.shadowed', 'review'],
    ['command.shadowed', 'X'],
    ['command.shadowed', 'x'],
  ])
})

it('says what makes no command, and does not run what a file would run', async () => {
  world.write('proj/.mewcode/commands/has blank.md', 'x')
  world.write('proj/.mewcode/commands/empty.md', '---\ndescription: d\n---\n')
  world.write('proj/.mewcode/commands/big.md', 'x'.repeat(300_000))
  world.write('proj/.mewcode/commands/shell.md', '---\ndescription: d\n---\n\nState: !`touch ran`')
  const { problems } = await commands.list(place({ isTrusted: false }))
  expect(problems.map(({ code }) => code).sort()).toEqual(['command.bad_name', 'command.empty', 'command.runs_shell', 'command.too_large'])
  expect(await commands.expand('/shell', place())).toBe('State: !`touch ran`')
  expect(world.has('proj/ran')).toBe(false)
})

it('follows no link out of the project, and none in a circle', async () => {
  world.write('outside/secret.md', 'secret')
  mkdirSync(join(world.path('proj'), '.mewcode/commands/inner'), { recursive: true })
  writeFileSync(world.path('proj/.mewcode/commands/inner/ok.md'), 'ok')
  symlinkSync(world.path('outside'), world.path('proj/.mewcode/commands/out'))
  symlinkSync(world.path('outside/secret.md'), world.path('proj/.mewcode/commands/leak.md'))
  symlinkSync('..', world.path('proj/.mewcode/commands/inner/round'))
  const { commands: all } = await commands.list(place())
  expect(all.filter(({ source }) => source !== 'builtin').map(({ name }) => name)).toEqual(['inner:ok'])
})
