import { AppError } from '../contract/errors.ts'
import { findProgram, runProcess, type Environment } from '../platform/index.ts'

/** Of one command's output. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
/** Hooks of a commit may run tests. */
const TIMEOUT_MS = 10 * 60_000
const SURROUNDINGS = { GIT_LITERAL_PATHSPECS: '1', GIT_OPTIONAL_LOCKS: '0', GH_PROMPT_DISABLED: '1', LC_ALL: 'C.UTF-8' } as const
/** Of what a failing command said. */
const MAX_DETAIL = 2_000

export interface RunDeps {
  /** The process's own, for finding programs. */
  readonly env: Environment
  /** What a child gets. */
  readonly childEnv: Readonly<Record<string, string>>
}

export interface Command {
  readonly program: 'git' | 'gh'
  readonly args: readonly string[]
  readonly cwd: string
  /** Written to its input. */
  readonly input?: string
  /** Exit codes that are answers; 0 always is. */
  readonly alsoFine?: readonly number[]
  /** Bytes after which its output is cut off; without it too much is an error. */
  readonly cutAt?: number
  /** Over what every command gets. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Where a program is; undefined: not on this machine. */
export function whereIs(program: Command['program'], { env }: RunDeps): Promise<string | undefined> {
  return findProgram(process.platform === 'win32' ? `${program}.exe` : program, env)
}

/** Runs git or gh and answers what it printed. `AppError('git.failed')` with its own words; `git.not_ready` without the program. */
export async function run(command: Command, deps: RunDeps, signal: AbortSignal): Promise<{ text: string; code: number; isCut: boolean }> {
  const full = await whereIs(command.program, deps)
  if (full === undefined) throw new AppError('git.not_ready')
  const out: Buffer[] = []
  const trouble: Buffer[] = []
  let bytes = 0
  const tooMuch = new AbortController()
  const ended = await runProcess(
    {
      command: full,
      args: [...command.args],
      cwd: command.cwd,
      // A name is a name, whatever signs are in it.
      env: { ...deps.childEnv, ...SURROUNDINGS, ...command.variables },
      onOutput(stream, chunk) {
        bytes += chunk.length
        if (bytes > (command.cutAt ?? MAX_OUTPUT_BYTES)) tooMuch.abort()
        else (stream === 'stdout' ? out : trouble).push(chunk)
      },
    },
    {
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.any([signal, tooMuch.signal]),
      ...(command.input !== undefined && { input: command.input }),
    },
  )
  signal.throwIfAborted()
  const text = Buffer.concat(out).toString()
  if (command.cutAt !== undefined && tooMuch.signal.aborted) return { text, code: 0, isCut: true }
  if (ended.ending === 'exited' && (ended.code === 0 || command.alsoFine?.includes(ended.code ?? -1)))
    return { text, code: ended.code ?? 0, isCut: false }
  const said = `${Buffer.concat(trouble).toString().trim()}\n${text.trim()}`.trim()
  throw new AppError('git.failed', {
    params: { verb: verbOf(command), detail: said.slice(0, MAX_DETAIL).replaceAll(/\/\/[^/@\s]+@/g, '//') || ended.ending },
  })
}

function verbOf({ program, args }: Command): string {
  const verb = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? ''
  return program === 'gh' ? `(gh ${verb})` : verb
}
