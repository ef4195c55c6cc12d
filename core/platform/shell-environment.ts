import { basename } from 'node:path'
import { runProcess } from './processes.ts'
import type { Environment } from './platform.ts'

export interface ShellEnvironmentOptions {
  /** The host's own environment; the shell is its `SHELL`. */
  readonly env: Environment
  /** Where the shell starts: the person's home, never a project. */
  readonly home: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 4 << 20
/** Start files print greetings; the environment stands between two of these. */
const MARK = '__mewcode_environment__'
/** Start files may ask for it, to leave out what takes long. */
const ASKING = 'MEWCODE_RESOLVING_ENVIRONMENT'
/** What a shell keeps about itself. */
const SHELL_OWN: ReadonlySet<string> = new Set(['_', 'PWD', 'OLDPWD', 'SHLVL', ASKING])
/** The signal is the limit. */
const NEVER_MS = 2_147_483_647

/** How the shell was asked and what it said. */
export type ShellAnswer =
  | { readonly kind: 'found'; readonly shell: string; readonly env: Environment }
  /** It did not answer in time. */
  | { readonly kind: 'slow'; readonly shell: string }
  /** It is not there, or its start files end it before it answers. */
  | { readonly kind: 'broken'; readonly shell: string }

/**
 * What a login shell would export: an app started from the dock does not know where `node` and `git` are. Asked as an interactive
 * login shell, then as a login shell, `timeoutMs` in all.
 */
export async function resolveShellEnvironment(options: ShellEnvironmentOptions): Promise<ShellAnswer> {
  const shell = options.env['SHELL'] || (process.platform === 'darwin' ? '/bin/zsh' : '/bin/bash')
  const time = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  for (const flags of [['-i', '-l'], ['-l']]) {
    const output = await ask({ shell, flags, time, options })
    const env = output && parse(output)
    if (env) return { kind: 'found', shell, env }
    if (time.aborted) return { kind: 'slow', shell }
  }
  return { kind: 'broken', shell }
}

interface Question {
  shell: string
  flags: readonly string[]
  time: AbortSignal
  options: ShellEnvironmentOptions
}

async function ask({ shell, flags, time, options }: Question): Promise<Buffer | undefined> {
  // nushell runs programs with a caret; all others take the plain names.
  const call = basename(shell) === 'nu' ? '^' : ''
  const line = `${call}printf '%s' ${MARK}; ${call}env -0; ${call}printf '%s' ${MARK}`
  const chunks: Buffer[] = []
  let size = 0
  try {
    const outcome = await runProcess(
      {
        command: shell,
        args: [...flags, '-c', line],
        cwd: options.home,
        env: { ...strings(options.env), [ASKING]: '1' },
        onOutput(stream, chunk) {
          if (stream === 'stderr' || size > MAX_BYTES) return
          size += chunk.length
          chunks.push(chunk)
        },
      },
      // An interactive shell is deaf to the polite signal.
      { timeoutMs: NEVER_MS, signal: time, abortGraceMs: 0 },
    )
    return outcome.ending === 'exited' ? Buffer.concat(chunks) : undefined
  } catch {
    // The shell of the account is not installed, or not a shell: same as no answer.
    return undefined
  }
}

function parse(output: Buffer): Environment | undefined {
  const text = output.toString('utf8')
  const from = text.indexOf(MARK)
  const to = text.lastIndexOf(MARK)
  if (from < 0 || to <= from) return undefined
  const entries = text
    .slice(from + MARK.length, to)
    .split('\0')
    .flatMap((entry): readonly [string, string][] => {
      const equals = entry.indexOf('=')
      const name = entry.slice(0, equals)
      return equals > 0 && !SHELL_OWN.has(name) ? [[name, entry.slice(equals + 1)]] : []
    })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function strings(env: Environment): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
