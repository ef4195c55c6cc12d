import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { McpResult, McpState, McpTool } from '../contract/mcp.ts'
import { readTools } from './remote-tools.ts'
import type { Attempt, CallRequest, ConnectDeps, Connection } from './types.ts'

/** Waits before it is started again after it ended by itself. */
const BACK_OFF_MS = [1_000, 2_000, 5_000, 15_000, 60_000] as const
/** A server that was up for so long has recovered. */
const STEADY_MS = 60_000

export interface ServerDeps extends ConnectDeps {
  /** Holds back while too many are starting; answers what gives the place back. */
  readonly admit: () => Promise<() => void>
}

/** One server's life, from the start to the stop. */
export interface Server {
  readonly launch: McpLaunch
  readonly state: McpState
  readonly problem: AppError | undefined
  /** As last listed, also while it is away. */
  readonly tools: readonly McpTool[]
  readonly protocolVersion: string | null
  readonly latencyMs: number | null
  noise(): number
  log(): string
  /** When it is ready or has failed. */
  settled(): Promise<void>
  /** `AppError('mcp.not_ready')` and those of a connection. */
  call(request: CallRequest): Promise<McpResult>
  stop(how: 'polite' | 'quick'): Promise<void>
}

interface Identity {
  readonly name: string
  readonly launch: McpLaunch
  readonly projectRoot: string
}

/** Starts a server in the background and keeps it up. */
export function createServer({ name, launch, projectRoot }: Identity, deps: ServerDeps): Server {
  const stopped = new AbortController()
  const { signal } = stopped
  const now = (): number => performance.now()
  let state: McpState = 'starting'
  let problem: AppError | undefined
  let tools: readonly McpTool[] = []
  let attempt: Attempt | undefined
  let connection: Connection | undefined
  let latencyMs: number | null = null
  let settling = Promise.withResolvers<void>()
  const living = live().catch((error: unknown) => deps.log.log('error', 'mcp', 'server fault', { server: name, detail: String(error) }))

  function become(next: McpState, why?: AppError): void {
    state = next
    problem = why
    if (next === 'ready' || next === 'failed') settling.resolve()
  }

  async function live(): Promise<void> {
    let losses = 0
    for (;;) {
      const startedAt = now()
      const reached = await reach()
      if (signal.aborted) return
      if (reached instanceof AppError) return become('failed', reached)
      const why = await Promise.race([reached.lost, aborted(signal)])
      connection = undefined
      if (why === undefined) return
      losses = now() - startedAt > STEADY_MS ? 1 : losses + 1
      // Whatever it left behind must not live beside its successor.
      await attempt?.close('quick')
      const waitMs = BACK_OFF_MS[losses - 1]
      if (waitMs === undefined) {
        return become('failed', new AppError('mcp.crashed', { params: { times: losses, detail: why.params['detail'] ?? '' } }))
      }
      settling = Promise.withResolvers<void>()
      become('reconnecting', why)
      await Promise.race([pause(waitMs), aborted(signal)])
      if (signal.aborted) return
    }
  }

  async function reach(): Promise<Connection | AppError> {
    const leave = await deps.admit()
    const startedAt = now()
    try {
      signal.throwIfAborted()
      const { connect } = await import('./connect.ts')
      signal.throwIfAborted()
      attempt = connect({ name, launch, projectRoot, signal, onTools: take }, deps)
      const made = await attempt.connected
      connection = made
      latencyMs = Math.round(now() - startedAt)
      tools = readTools(name, made.tools, launch)
      become('ready')
      return made
    } catch (error) {
      if (error instanceof AppError) return error
      if (signal.aborted) return new AppError('mcp.not_ready', { params: { name, state, detail: '' }, cause: error })
      throw error
    } finally {
      leave()
    }
  }

  function take(listed: readonly unknown[]): void {
    tools = readTools(name, listed, launch)
  }

  return {
    launch,
    get state() {
      return state
    },
    get problem() {
      return problem
    },
    get tools() {
      return tools
    },
    get protocolVersion() {
      return connection?.protocolVersion ?? null
    },
    get latencyMs() {
      return latencyMs
    },
    noise: () => connection?.noise() ?? 0,
    log: () => attempt?.log() ?? '',
    settled: () => Promise.race([settling.promise, aborted(signal)]).then(() => undefined),
    async call(request) {
      if (!connection) throw new AppError('mcp.not_ready', { params: { name, state, detail: problem?.params['detail'] ?? '' } })
      return connection.call(request)
    },
    async stop(how) {
      stopped.abort(new Error('stopped'))
      await attempt?.close(how)
      await living
      // One that was about to be started when we stopped.
      await attempt?.close(how)
    },
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(resolve, ms, undefined).unref())
}
