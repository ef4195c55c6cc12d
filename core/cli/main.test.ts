import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCommand } from './main.ts'

it.each(['en', 'zh-CN'] as const)('shows every command and every option with its meaning in %s', async (language) => {
  const overview = fakeTerminal({ language })
  expect(await runCommand(['--help'], overview)).toBe(0)
  for (const { command, summary, isHidden = false } of commands) {
    if (command !== '') expect([command, overview.out().includes(command)]).toEqual([command, !isHidden])
    expect(overview.out().includes(summary[language])).toBe(!isHidden)
  }
  for (const command of commands.filter((one) => one.command !== '')) {
    const terminal = fakeTerminal({ language })
    expect(await runCommand([...command.command.split(' '), '--help'], terminal)).toBe(0)
    for (const [name, { help }] of Object.entries(command.options)) {
      expect(terminal.out()).toContain(`--${name}`)
      expect(terminal.out()).toContain(help[language])
    }
    expect(terminal.err()).toBe('')
  }
})

it('shows short forms, and where a command begins without its option', async () => {
  const of = async (...argv: string[]): Promise<string> => {
    const terminal = fakeTerminal({})
    expect(await runCommand([...argv, '--help'], terminal)).toBe(0)
    return terminal.out()
  }
  expect(await of('sessions', 'export')).toMatch(/^ {2}-o, --output FILE {2,}/m)
  expect(await of('serve')).toMatch(/^ {2}--project DIR +the project folder \(default: none, it begins at Home\)$/m)
  expect(await of('run')).toMatch(/^ {2}--project DIR +the project folder \(default: the current one\)$/m)
})

it('does not take --help after -- for a wish for help', async () => {
  const terminal = fakeTerminal()
  expect(await runCommand(['sessions', 'show', '--', '--help', 'x'], terminal)).toBe(2)
  expect(terminal.err()).toContain('usage.unexpected_argument')
})

it.each<[string[], 'en' | 'zh-CN', string]>([
  [
    ['run', '--outptu', 'json', 'x'],
    'en',
    'usage.unknown_option: `mewcode run` has no option --outptu.\n  The closest is --output; `mewcode run --help` lists all.\n',
  ],
  [
    ['run', '--outptu', 'json', 'x'],
    'zh-CN',
    'usage.unknown_option: `mewcode run` 没有选项 --outptu。\n  最接近的是 --output；全部选项见 `mewcode run --help`。\n',
  ],
  [['rnu'], 'en', 'usage.unknown_command: There is no command `rnu`.\n  The closest is `run`; `mewcode --help` lists all.\n'],
  [['rnu'], 'zh-CN', 'usage.unknown_command: 没有 `rnu` 这个命令。\n  最接近的是 `run`；全部命令见 `mewcode --help`。\n'],
  [
    ['sessions', 'lsit'],
    'en',
    'usage.unknown_command: There is no command `sessions lsit`.\n  The closest is `sessions list`; `mewcode --help` lists all.\n',
  ],
  [['run', '--timeout', 'soon', 'x'], 'en', 'usage.bad_value: --timeout does not take “soon”.\n  It takes 500ms, 90s, 5m, 1h.\n'],
  [['run', '--max-turns', '0', 'x'], 'zh-CN', 'usage.bad_value: --max-turns 不接受“0”。\n  可用的值：1, 2, 3 …。\n'],
  [
    ['run', '--continue', '--no-save', 'x'],
    'en',
    'usage.option_conflict: --no-save and --continue exclude each other.\n  Leave one of them out.\n',
  ],
  [['run', '-'], 'en', 'usage.missing_argument: `mewcode run` needs PROMPT.\n  `mewcode run --help` shows how it is called.\n'],
  [['--nope'], 'en', 'usage.unknown_option: `mewcode` has no option --nope.\n  The closest is --help; `mewcode --help` lists all.\n'],
  [['serve', '--port', '70000'], 'en', 'usage.bad_value: --port does not take “70000”.\n  It takes 0 … 65535.\n'],
])('answers %j in %s with its code and both sentences, exit 2, and nothing on stdout', async (argv, language, text) => {
  const terminal = fakeTerminal({ language })
  expect([await runCommand(argv, terminal), terminal.err(), terminal.out()]).toEqual([2, text, ''])
})

it.each(['keys', 'skills registries'])('lists the commands of the group %s', async (group) => {
  const terminal = fakeTerminal({ language: 'en' })
  expect(await runCommand([...group.split(' '), '--help'], terminal)).toBe(0)
  const [, ...lines] = terminal.out().split('\n')
  expect(lines.filter((line) => line.startsWith('  ')).every((line) => line.startsWith(`  ${group} `))).toBe(true)
  expect(terminal.out()).toContain(`  ${group} list `)
})

it.each(['keys', 'skills registries'])('answers the group %s alone with its commands, as for a wrong call', async (group) => {
  const asked = fakeTerminal({ language: 'en' })
  await runCommand([...group.split(' '), '--help'], asked)
  const terminal = fakeTerminal({ language: 'en' })
  expect([await runCommand(group.split(' '), terminal), terminal.err(), terminal.out()]).toEqual([2, asked.out(), ''])
})

it('refuses a folder that is not there before it says anything of a window', async () => {
  const terminal = fakeTerminal({ language: 'en' })
  expect(await runCommand(['./no-such-folder'], terminal)).toBe(2)
  expect(terminal.err()).toMatch(/^project\.missing: .*no-such-folder/)
})
