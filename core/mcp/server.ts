import type { Clock } from '../base/clock.ts'
import { createEmitter } from '../base/emitter.ts'
import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { McpResult, McpState, McpStep, McpTool } from '../contract/mcp.ts'
import { createContent, type Content } from './content/index.ts'
import type { CallTime } from './call-times.ts'
import { createCallGuard } from './call-guard.ts'
import { hurriedWait } from './hurried-wait.ts'
import type { KeptFile } from './kept-file.ts'
import type { Meter } from './meter.ts'
import type { Folders } from './requests/index.ts'
import { createSteps, type Steps } from './steps.ts'
import { createToolBook, type ToolBook } from './tool-book.ts'
import { watchConnection, type Ending } from './watch.ts'
import type { Attempt, CallRequest, ConnectDeps, Connection, Noise, ServerFacts } from './types.ts'

/** Waits before it is started again after it ended by itself. */
const BACK_OFF_MS = [1_000, 2_000, 5_000, 15_000, 60_000] as const
/** A server that was up for so long has recovered. */
const STEADY_MS = 60_000

export interface ServerDeps extends ConnectDeps {
  /** Holds back while too many are starting; answers what gives the place back. */
  readonly admit: () => Promise<() => void>
  /** Tools as somebody last saw them. */
  readonly definitions: KeptFile
  /** Calls the model made of this server before, oldest first. */
  readonly pastCalls: (of: { projectRoot: string; server: string }) => readonly CallTime[]
  readonly meter: Meter
  readonly clock: Clock
  readonly folders: Folders
  /** Something of it that is shown is another now. */
  readonly changed: () => void
}

/** One server's life, from the start to the stop. */
export interface Server {
  readonly launch: McpLaunch
  readonly state: McpState
  readonly problem: AppError | undefined
  /** As last listed, also while it is away. */
  readonly tools: readonly McpTool[]
  readonly protocolVersion: string | null
  /** Of its process, where it runs as one. */
  readonly pid: number | undefined
  readonly latencyMs: number | null
  /** Undefined before it was ready for the first time. */
  readonly facts: ServerFacts | undefined
  /** Which try to come back this is; 0 when it is not trying. */
  readonly attempt: number
  /** Of the last attempt to reach it. */
  readonly steps: readonly McpStep[]
  noise(): Noise
  log(): string
  /** When it is ready or has failed. */
  settled(): Promise<void>
  /** `AppError('mcp.not_ready')` and those of a connection. */
  call(request: CallRequest): Promise<McpResult>
  /** Resources, prompts and completions. `AppError('mcp.not_ready')` too. */
  readonly content: Content
  /** Of what it asked us for, that nobody has granted. */
  readonly refusedRequests: number
  /** The entry's `tools` are other ones now; nothing is restarted for that. */
  setPolicy(policy: Pick<McpLaunch, 'tools' | 'trustsAnnotations'>): void
  lookedAt: ToolBook['lookedAt']
  callTimes: ToolBook['callTimes']
  /** Asks now whether it is there; one that waits to come back tries now. */
  lookNow(): void
  stop(how: 'polite' | 'quick'): Promise<void>
}

interface Identity {
  readonly name: string
  readonly launch: McpLaunch
  readonly projectRoot: string
  /** Under which name its tools are remembered. */
  readonly seenAs: string
}

/** Starts a server in the background and keeps it up. */
export function createServer({ name, launch, projectRoot, seenAs }: Identity, deps: ServerDeps): Server {
  const stopped = new AbortController()
  const { signal } = stopped
  const hurry = createEmitter<void>()
  const now = (): number => performance.now()
  const book = createToolBook(name, launch, {
    seenAs,
    definitions: deps.definitions,
    pastCalls: () => deps.pastCalls({ projectRoot, server: name }),
  })
  let state: McpState = 'starting'
  let problem: AppError | undefined
  let attempt: Attempt | undefined
  let connection: Connection | undefined
  let facts: ServerFacts | undefined
  let steps: Steps | undefined
  let losses = 0
  let latencyMs: number | null = null
  let lastSign = 0
  let calling = 0
  const guard = createCallGuard(name, launch.limits, deps.clock)
  let refusedRequests = 0
  let settling = Promise.withResolvers<void>()
  const content = createContent({
    name,
    offers: () => facts?.offers ?? [],
    ask: async (request) => connected().ask(request),
    watch: async (uri) => connected().watch(uri),
  })
  const listeners = {
    folders: deps.folders,
    onTools: (listed: readonly unknown[]) => void take(listed),
    onContent: (list: 'resources' | 'prompts') => content.forget(list),
    onUpdated: (uri: string) => content.updated(uri),
    onRefused: () => {
      refusedRequests += 1
      deps.changed()
    },
  }
  const living = live().catch((error: unknown) => deps.log.log('error', 'mcp', 'server fault', { server: name, detail: String(error) }))

  function become(next: McpState, why?: AppError): void {
    state = next
    problem = why
    if (next === 'ready' || next === 'failed' || next === 'needs_auth') settling.resolve()
    deps.changed()
  }

  async function live(): Promise<void> {
    for (;;) {
      const startedAt = now()
      const reached = await reach()
      if (signal.aborted) return
      // Only a person mends that.
      if (reached instanceof AppError && reached.code === 'mcp.needs_auth') return become('needs_auth', reached)
      // One that has never been there is not waited for; one that was may need more than one try.
      if (reached instanceof AppError && losses === 0) return become('failed', reached)
      const ending = await end(reached)
      connection = undefined
      if (ending === undefined) return
      const { kind, problem: why } = ending
      losses = now() - startedAt > STEADY_MS ? 1 : losses + 1
      // Whatever it left behind must not live beside its successor.
      await attempt?.close('quick')
      if (kind === 'over') return become('failed', why)
      if (why.code === 'mcp.needs_auth') return become('needs_auth', why)
      const waitMs = BACK_OFF_MS[losses - 1]
      if (waitMs === undefined) {
        return become('failed', new AppError('mcp.crashed', { params: { times: losses, detail: why.params['detail'] ?? '' } }))
      }
      // Whoever waits for it waits for the next try, not for all of them.
      if (reached instanceof AppError) settling.resolve()
      else settling = Promise.withResolvers<void>()
      become('reconnecting', why)
      await hurriedWait(waitMs, { clock: deps.clock, signal, hurry }).catch(() => undefined)
      if (signal.aborted) return
    }
  }

  async function end(reached: Connection | AppError): Promise<Ending> {
    if (reached instanceof AppError) return { kind: 'lost', problem: reached }
    const { clock, meter } = deps
    lastSign = clock.now()
    return watchConnection(reached, { launch, meter, clock, lastSign: () => (calling > 0 ? clock.now() : lastSign), signal, hurry })
  }

  async function reach(): Promise<Connection | AppError> {
    const leave = await deps.admit()
    const startedAt = now()
    const track = createSteps(launch.type === 'stdio' ? ['spawn', 'handshake', 'list'] : ['handshake', 'list'], now)
    steps = track
    try {
      signal.throwIfAborted()
      const { connect } = await import('./connect.ts')
      signal.throwIfAborted()
      const filled = await deps.fill(launch, { server: name, projectRoot })
      signal.throwIfAborted()
      attempt = connect({ name, launch: filled, projectRoot, signal, onStep: track.done, onAsked: leave, ...listeners }, deps)
      const made = await attempt.connected
      await book.take(made.tools)
      connection = made
      facts = made.facts
      content.renew()
      latencyMs = Math.round(now() - startedAt)
      deps.reached?.({ server: name, type: launch.type, durationMs: latencyMs, failure: undefined })
      become('ready')
      return made
    } catch (error) {
      if (error instanceof AppError) {
        track.failed(error)
        deps.reached?.({ server: name, type: launch.type, durationMs: Math.round(now() - startedAt), failure: error.code })
        return error
      }
      if (signal.aborted) return new AppError('mcp.not_ready', { params: { name, state, detail: '' }, cause: error })
      throw error
    } finally {
      leave()
    }
  }

  async function take(listed: readonly unknown[]): Promise<void> {
    await book.take(listed)
    deps.changed()
  }

  function connected(): Connection {
    if (connection) return connection
    throw new AppError('mcp.not_ready', { params: { name, state, detail: problem?.params['detail'] ?? '' } })
  }

  async function callOnce(request: CallRequest): Promise<McpResult> {
    const on = connected()
    const startedAt = now()
    const count = (ok: boolean): void => {
      book.count(request.tool, { ok, durationMs: now() - startedAt })
      deps.changed()
    }
    calling += 1
    try {
      const result = await on.call(request)
      count(!result.isError)
      return result
    } catch (error) {
      // A person's stop says nothing about the tool.
      if (!request.signal.aborted) count(false)
      throw error
    } finally {
      calling -= 1
      lastSign = deps.clock.now()
    }
  }

  return {
    launch,
    content,
    get refusedRequests() {
      return refusedRequests
    },
    get state() {
      return state
    },
    get problem() {
      return problem
    },
    get tools() {
      return book.tools()
    },
    get protocolVersion() {
      return connection?.protocolVersion ?? null
    },
    get pid() {
      return connection?.pid
    },
    get latencyMs() {
      return latencyMs
    },
    get facts() {
      return facts
    },
    get attempt() {
      return state === 'reconnecting' ? losses : 0
    },
    get steps() {
      return steps?.list() ?? []
    },
    noise: () => connection?.noise() ?? { count: 0, first: '' },
    log: () => attempt?.log() ?? '',
    settled: () => Promise.race([settling.promise, aborted(signal)]).then(() => undefined),
    call(request) {
      const isReadOnly = book.tools().some(({ name: tool, readOnly }) => tool === request.tool && readOnly)
      return guard(() => callOnce(request), { signal: request.signal, isReadOnly })
    },
    callTimes: book.callTimes,
    setPolicy(policy) {
      if (book.setPolicy(policy)) deps.changed()
    },
    async lookedAt(tool) {
      await book.lookedAt(tool)
      deps.changed()
    },
    lookNow: () => hurry.emit(),
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
