import { Client, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { McpHttpLaunch, McpStdioLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import { startServer, type ServerChild } from './child.ts'
import { isLostSession, isOlderServer, isRefusal, serverFailure } from './failures.ts'
import { listTools } from './list-tools.ts'
import { createLogRing } from './log-ring.ts'
import { callTool } from './call.ts'
import type { Attempt, ConnectDeps, ConnectInput, Connection } from './types.ts'

/** A server of the newest protocol answers this at once; one that stays silent is an older one. */
const PROBE_MS = 5_000
/** A storm of "the list has changed" is one change. */
const DEBOUNCE_MS = 300
/** The pipe closes a moment before the child is known to be gone. */
const EXIT_MS = 600

/** Reaches a server and lists its tools, within its own time limit, which begins now. */
export function connect(input: ConnectInput, deps: ConnectDeps): Attempt {
  const ring = createLogRing(deps.redact)
  const closers: ((how: 'polite' | 'quick') => Promise<void>)[] = []
  const close = async (how: 'polite' | 'quick'): Promise<void> => void (await Promise.all(closers.map((one) => one(how))))
  const { launch } = input
  const making = { input, deps, ring, closers, endsAt: performance.now() + launch.timeouts.connectMs }
  const connected = (launch.type === 'stdio' ? overChild(launch, making) : overHttp(launch, making)).catch(async (error: unknown) => {
    const failure = serverFailure(error, {
      request: 'initialize',
      timeoutMs: launch.timeouts.connectMs,
      url: launch.type === 'stdio' ? undefined : launch.url,
      tail: ring.tail(),
      redact: deps.redact,
    })
    await close('quick')
    throw failure
  })
  return { connected, log: ring.text, close }
}

interface Making {
  readonly input: ConnectInput
  readonly deps: ConnectDeps
  readonly ring: ReturnType<typeof createLogRing>
  readonly closers: ((how: 'polite' | 'quick') => Promise<void>)[]
  readonly endsAt: number
}

async function overChild(launch: McpStdioLaunch, making: Making): Promise<Connection> {
  const start = async (mode: 'legacy' | 'auto'): Promise<Connection> => {
    making.input.signal.throwIfAborted()
    const child = await startServer(launch, { deps: making.deps, projectRoot: making.input.projectRoot, ring: making.ring })
    making.closers.push(child.close)
    making.input.signal.throwIfAborted()
    return shakeHands(child.transport, { making, mode, child })
  }
  try {
    return await start('legacy')
  } catch (error) {
    if (!isRefusal(error)) throw error
    // It may know the newer protocol only. A fresh process, since some end at a question they do not know.
    await Promise.all(making.closers.map((one) => one('quick')))
    return start('auto')
  }
}

async function overHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  let current = await reachHttp(launch, making)
  let renewal: Promise<Connection> | undefined
  return {
    ...current,
    async call(request) {
      try {
        return await current.call(request)
      } catch (error) {
        if (!(error instanceof AppError && isLostSession(error.cause))) throw error
        // The server has forgotten us; the call was never run. One new session for all that find out together.
        renewal ??= reachHttp(launch, { ...making, endsAt: performance.now() + launch.timeouts.connectMs }).finally(
          () => (renewal = undefined),
        )
        current = await renewal
        return current.call(request)
      }
    },
  }
}

async function reachHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  const address = new URL(launch.url)
  const requestInit = { headers: { ...launch.headers } }
  const older = (): Promise<Connection> =>
    shakeHands(new SSEClientTransport(address, { requestInit }), { making, mode: 'legacy', child: undefined })
  if (launch.type === 'sse') return older()
  try {
    return await shakeHands(new StreamableHTTPClientTransport(address, { requestInit }), { making, mode: 'auto', child: undefined })
  } catch (error) {
    if (!isOlderServer(error)) throw error
    return older()
  }
}

interface Handshake {
  readonly making: Making
  readonly mode: 'legacy' | 'auto'
  readonly child: ServerChild | undefined
}

async function shakeHands(transport: Transport, { making, mode, child }: Handshake): Promise<Connection> {
  const { input, deps, closers, endsAt } = making
  const { launch, onTools } = input
  const left = (): number => Math.max(1, Math.round(endsAt - performance.now()))
  const client = new Client(
    { name: 'mewcode', version: deps.version },
    {
      capabilities: {},
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(PROBE_MS, left()) } },
      listChanged: { tools: { autoRefresh: false, debounceMs: DEBOUNCE_MS, onChanged: () => void relist() } },
    },
  )
  const lost = Promise.withResolvers<AppError>()
  let isClosed = false
  const closeClient = async (): Promise<void> => {
    isClosed = true
    await client.close().catch((error: unknown) => deps.log.log('debug', 'mcp', 'close', { server: input.name, detail: String(error) }))
  }
  closers.push(closeClient)
  client.onclose = () => {
    if (!isClosed && !child)
      lost.resolve(new AppError('mcp.unreachable', { params: { url: launch.type === 'stdio' ? '' : launch.url, detail: 'closed' } }))
  }
  client.onerror = (error) => deps.log.log('debug', 'mcp', 'protocol', { server: input.name, detail: deps.redact(error.message) })
  void child?.exited.then((error) => isClosed || lost.resolve(error))

  async function relist(): Promise<void> {
    try {
      onTools(await listTools(client, { timeoutMs: launch.timeouts.connectMs, log: deps.log, server: input.name }))
    } catch (error) {
      deps.log.log('warn', 'mcp', 'tools not listed again', { server: input.name, detail: deps.redact(String(error)) })
    }
  }
  const within = { signal: input.signal, timeout: left() }
  await orExit(client.connect(transport, within), child)
  const tools = await orExit(listTools(client, { timeoutMs: left(), log: deps.log, server: input.name, signal: input.signal }), child)
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    tools,
    lost: lost.promise,
    noise: () => child?.transport.noise.count ?? 0,
    call: (request) => callTool(client, request, { launch, deps, child }),
    close: async (how) => void (await Promise.all([closeClient(), child?.close(how)])),
  }
}

/** A child that ends is told by its own words rather than by a closed pipe. */
async function orExit<T>(work: Promise<T>, child: ServerChild | undefined): Promise<T> {
  if (!child) return work
  return Promise.race([
    work.catch(async (error: unknown) => {
      throw isRefusal(error) ? error : ((await child.exitedBy(EXIT_MS)) ?? error)
    }),
    child.exited.then((error) => Promise.reject(error)),
  ])
}
