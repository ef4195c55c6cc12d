import type { SandboxBackend } from '../../contract/permissions.ts'
import { findProgram, runProcess, type Environment } from '../../platform/index.ts'
import { PROBE_ARGS } from './bubblewrap.ts'

const PROBE_MS = 5_000
const SEATBELT = '/usr/bin/sandbox-exec'

export interface Found {
  /** Absolute. */
  readonly program: string
  readonly problem: string | undefined
}

/** A kernel or a container may forbid what the program needs, so it is tried and not only looked for. */
export async function probe(backend: SandboxBackend, env: Environment): Promise<Found> {
  if (backend === 'none') return { program: '', problem: `no sandbox on ${process.platform}` }
  const program = backend === 'bubblewrap' ? await findProgram('bwrap', env) : SEATBELT
  if (program === undefined) return { program: '', problem: 'bwrap was not found on the path' }
  const args = backend === 'bubblewrap' ? PROBE_ARGS : ['-p', '(version 1)(allow default)(deny network*)', '--', '/usr/bin/true']
  let said = ''
  const onOutput = (_: 'stdout' | 'stderr', chunk: Buffer): void => void (said += chunk.toString('utf8').slice(0, 500))
  try {
    const { code, ending } = await runProcess(
      { command: program, args, cwd: '/', env: {}, onOutput },
      { timeoutMs: PROBE_MS, signal: new AbortController().signal },
    )
    return { program, problem: code === 0 && ending === 'exited' ? undefined : said.trim() || `${program} ended with ${code ?? ending}` }
  } catch (error) {
    return { program, problem: error instanceof Error ? error.message : String(error) }
  }
}
