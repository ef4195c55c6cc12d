import type { McpStdioLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import { startProcess, type RunningProcess } from '../platform/index.ts'
import { serverEnvironment } from './child-environment.ts'
import type { LogRing } from './log-ring.ts'
import { createStdioTransport, type StdioTransport } from './stdio-transport.ts'
import type { ConnectDeps } from './types.ts'

/** How long a server may take to end by itself once its input has ended. */
const POLITE_MS = 1_500
/** Between TERM and KILL. */
const GRACE_MS = 1_500

/** A server's process and the transport over it. */
export interface ServerChild {
  readonly pid: number
  readonly transport: StdioTransport
  /** `AppError('mcp.exited')` once it is gone. */
  readonly exited: Promise<AppError>
  /** The same, waited for no longer than this; undefined: it is there. */
  exitedBy(ms: number): Promise<AppError | undefined>
  close(how: 'polite' | 'quick'): Promise<void>
}

/** Starts a server's command without a shell. `AppError('mcp.no_command' | 'permission.sandbox_*')`. */
export async function startServer(
  launch: McpStdioLaunch,
  { deps, projectRoot, ring }: { deps: ConnectDeps; projectRoot: string; ring: LogRing },
): Promise<ServerChild> {
  const { command, args, cwd = projectRoot } = launch
  const written = { command, args, cwd, env: serverEnvironment(deps.env, launch.env) }
  const program = await deps.confine(written, { projectRoot, ...launch.sandbox })
  let running: RunningProcess | undefined
  const transport = createStdioTransport(() => running?.input ?? null)
  try {
    running = await startProcess({
      ...program,
      ownsDaemons: true,
      look: deps.look,
      hasInput: true,
      onOutput: (stream, chunk) => (stream === 'stdout' ? transport.take(chunk) : ring.add(chunk)),
    })
  } catch (cause) {
    const detail = cause instanceof Error ? deps.redact(cause.message) : String(cause)
    throw new AppError('mcp.no_command', { params: { command, detail }, cause })
  }
  const child = running
  const exited = child.ended.then(({ code, signal }) => {
    transport.ended()
    return new AppError('mcp.exited', { params: { code: code ?? signal ?? '', detail: ring.tail() } })
  })
  let polite: Promise<void> | undefined
  let quick: Promise<void> | undefined
  return {
    pid: child.pid,
    transport,
    exited,
    exitedBy: (ms) => Promise.race([exited, pause(ms)]),
    // One that is being asked politely is not waited for when everything ends.
    close: (how) => (how === 'quick' ? (quick ??= end(child, how)) : (polite ??= end(child, how))),
  }
}

async function end(child: RunningProcess, how: 'polite' | 'quick'): Promise<void> {
  child.input?.end()
  if (how === 'polite') await Promise.race([child.ended, pause(POLITE_MS)])
  // Also after its own end: what it started may still run.
  await child.stop(GRACE_MS)
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(resolve, ms, undefined).unref())
}
