import { AppError } from '../contract/errors.ts'
import type { Clock } from '../base/clock.ts'
import { childEnvironment } from '../platform/child-environment.ts'
import type { Environment } from '../platform/platform.ts'
import { runProcess } from '../platform/processes.ts'

const TIME_LIMIT_MS = 10_000
const CACHED_MS = 5 * 60_000
const MAX_BYTES = 64_000

export interface KeyCommandDeps {
  env: Environment
  clock: Clock
  cwd: string
}

/** Runs `command:` keys: no shell, 10 s, the first line of its output, kept for 5 minutes. */
export interface KeyCommand {
  run(provider: string, line: string): Promise<string>
  /** The next run asks again: what was kept has been refused. */
  forget(line: string): void
}

export function createKeyCommand({ env, clock, cwd }: KeyCommandDeps): KeyCommand {
  const cached = new Map<string, { value: string; until: number }>()
  return {
    async run(provider, line) {
      const known = cached.get(line)
      if (known && known.until > clock.now()) return known.value
      const value = await run(provider, line, { env, cwd })
      cached.set(line, { value, until: clock.now() + CACHED_MS })
      return value
    },
    forget: (line) => void cached.delete(line),
  }
}

async function run(provider: string, line: string, { env, cwd }: { env: Environment; cwd: string }): Promise<string> {
  const [command = '', ...args] = words(line)
  // Nothing the command printed goes into the error: it may be half a key.
  const failed = (detail: string, cause?: unknown): AppError =>
    new AppError('provider.key_command', { params: { name: provider, command, detail }, cause })
  let output = Buffer.alloc(0)
  const spec = {
    command,
    args,
    cwd,
    env: childEnvironment({ env, secretVariables: new Set() }),
    onOutput: (stream: string, chunk: Buffer) => {
      if (stream === 'stdout' && output.length < MAX_BYTES) output = Buffer.concat([output, chunk])
    },
  }
  try {
    const { ending, code } = await runProcess(spec, { timeoutMs: TIME_LIMIT_MS, signal: AbortSignal.timeout(2 * TIME_LIMIT_MS) })
    if (ending !== 'exited') throw failed(`> ${TIME_LIMIT_MS / 1_000} s`)
    if (code !== 0) throw failed(`exit code ${code ?? 'none'}`)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw failed(error instanceof Error && 'code' in error ? String(error.code) : 'not started')
  }
  const [first = ''] = output.toString('utf8').trim().split(/\r?\n/)
  if (first === '') throw failed('no output')
  return first
}

/** Words between blanks; quotes of either kind hold blanks together. No other syntax. */
function words(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}
