import { AppError } from '../contract/errors.ts'
import { readArguments } from './arguments.ts'
import { closest } from '../base/closest.ts'
import { commands } from './commands.ts'
import { EXIT, type Command, type Terminal } from './command.ts'
import { commandHelp, groupHelp, overview } from './help.ts'
import { untilInterrupted, watchInterrupts } from './interrupt.ts'
import { languageOf } from './language.ts'
import { isReaderGone, write } from './output.ts'
import { asWireError, describeError, exitCodeFor } from './report.ts'

/** The command line: runs one command and ends the process with its exit code once all output is written. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const { env, stdin, stdout, stderr } = process
  const terminal: Terminal = {
    version,
    env,
    cwd: process.cwd(),
    stdin,
    stdout,
    stderr,
    language: languageOf(env),
    interrupted: watchInterrupts(),
  }
  // A reader that went away (`| head`) is told to the writer by its write.
  stdout.on('error', () => undefined)
  const code = await runCommand(argv, terminal)
  // Whatever a library still holds open must not keep a finished command alive.
  process.exit(code)
}

/** Answers the exit code; what went wrong is on stderr by then. */
export async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { command, rest, group } = findCommand(argv)
    if (group) {
      const help = groupHelp(group, terminal.language)
      if (isHelpAsked(argv)) return await print(help, terminal)
      await write(terminal.stderr, help)
      return EXIT.usage
    }
    if (!command) return await print(overview(commands, terminal.language), terminal)
    const end = rest.indexOf('--')
    const isHelp = rest.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h')
    if (isHelp) return await print(commandHelp(command, terminal.language), terminal)
    const work = command.run(readArguments(rest, command), terminal)
    return await (command.windsUp ? work : untilInterrupted(work, terminal.interrupted))
  } catch (error) {
    if (isReaderGone(error)) return 1
    const wire = asWireError(error)
    await write(terminal.stderr, describeError(wire, terminal.language))
    return exitCodeFor(wire)
  }
}

interface Found {
  readonly command: Command | undefined
  readonly rest: readonly string[]
  /** The commands that begin with these words, where no command is named or help is wanted for all of them. */
  readonly group?: readonly Command[]
}

/** The command whose words `argv` begins with; `open` when it begins with a folder or nothing. */
function findCommand(argv: readonly string[]): Found {
  const [first = '', second = ''] = argv
  if (isHelpAsked(argv) && (first.startsWith('-') || first === 'help')) return { command: undefined, rest: [] }
  if (first === 'help') return { command: undefined, rest: [] }
  const isMeant = ({ command: words }: Command): boolean => words !== '' && words.split(' ').every((word, at) => argv[at] === word)
  const command = commands.find(isMeant)
  if (command) return { command, rest: argv.slice(command.command.split(' ').length) }
  const open = commands.find(({ command: words }) => words === '')
  if (open && (first === '' || first.startsWith('-') || looksLikeFolder(first))) return { command: open, rest: argv }
  const helped = groupBeforeHelp(argv)
  if (helped.length > 0) return { command: undefined, rest: [], group: helped }
  const named = commands.filter(({ command: words }) => words.startsWith(`${argv.join(' ')} `))
  if (named.length > 0) return { command: undefined, rest: [], group: named }
  const group = commands.filter(({ command: words }) => words.startsWith(`${first} `))
  const asked = group.length > 0 ? `${first} ${second}`.trim() : first
  throw new AppError('usage.unknown_command', {
    params: {
      command: asked,
      similar: closest(
        asked,
        (group.length > 0 ? group : commands).flatMap(({ command: words }) => words || []),
      ),
    },
  })
}

/** The commands that begin with all words before `--help`; none where it is not asked for. */
function groupBeforeHelp(argv: readonly string[]): readonly Command[] {
  const at = argv.findIndex((arg) => arg === '--help' || arg === '-h')
  const start = `${argv.slice(0, Math.max(at, 0)).join(' ')} `
  return commands.filter(({ command: words }) => words.startsWith(start))
}

function isHelpAsked(argv: readonly string[]): boolean {
  return argv.some((arg) => arg === '--help' || arg === '-h')
}

function looksLikeFolder(text: string): boolean {
  return /[/\\]|^\.{1,2}$|^~/.test(text)
}

async function print(text: string, { stdout }: Terminal): Promise<number> {
  await write(stdout, text)
  return 0
}
