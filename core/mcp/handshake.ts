import { z } from 'zod'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { onceMore } from '../base/once-more.ts'
import { AppError } from '../contract/errors.ts'
import { ask } from './ask.ts'
import { callTool } from './call.ts'
import type { ServerChild } from './child.ts'
import type { Era } from './eras.ts'
import { isRefusal } from './failures.ts'
import { watchResource } from './watch-resource.ts'
import { listTools } from './list-tools.ts'
import type { LogRing } from './log-ring.ts'
import { paramHeaders } from './param-headers.ts'
import { safeIcon } from './icon.ts'
import { plainText } from './plain-text.ts'
import { createServerRequests, tellRoots } from './requests/index.ts'
import { askForLog, listenToLog } from './requests/logging.ts'
import type { CallRequest, ConnectDeps, ConnectInput, Connection, ServerFacts } from './types.ts'
import { completeResults } from './whole-results.ts'

/** A process that speaks the newest protocol answers this at once; one that stays silent is an older one. An address may be slow at anything. */
const PROBE_MS = 5_000
/** A storm of "the list has changed" is one change. */
const DEBOUNCE_MS = 300
/** The pipe closes a moment before the child is known to be gone. */
const EXIT_MS = 600

const MODERN = '2026-07-28'

const OFFERS = ['resources', 'prompts', 'completions', 'logging'] as const
const MAX_NAME_CHARS = 200
const MAX_INSTRUCTIONS_CHARS = 4_000

/** What one attempt to reach a server is made of; all of it ends with `closers`. */
export interface Making {
  readonly input: ConnectInput
  readonly deps: ConnectDeps
  readonly ring: LogRing
  readonly closers: ((how: 'polite' | 'quick') => Promise<void>)[]
  readonly endsAt: number
}

interface Handshake {
  readonly making: Making
  /** `auto`: asked in the newer way first, then in the older. */
  readonly mode: Era | 'auto'
  readonly child: ServerChild | undefined
}

/** Greets a server over a transport and lists its tools, before `endsAt`. */
export async function shakeHands(transport: Transport, { making, mode, child }: Handshake): Promise<Connection> {
  const { input, deps, ring, closers, endsAt } = making
  const { launch, onTools } = input
  const left = (): number => Math.max(1, Math.round(endsAt - performance.now()))
  const requests = createServerRequests({
    server: input.name,
    grants: launch.grants,
    folders: input.folders,
    onRefused: input.onRefused,
    note: (text) => ring.add(Buffer.from(`[mewcode] ${text}\n`)),
  })
  const client = new Client(
    { name: 'mewcode', version: deps.version },
    {
      capabilities: requests.capabilities,
      versionNegotiation: {
        mode: mode === 'modern' ? { pin: MODERN } : mode,
        probe: { timeoutMs: child ? Math.min(PROBE_MS, left()) : left() },
      },
      listChanged: {
        tools: { autoRefresh: false, debounceMs: DEBOUNCE_MS, onChanged: () => relist() },
        resources: { autoRefresh: false, debounceMs: DEBOUNCE_MS, onChanged: () => input.onContent('resources') },
        prompts: { autoRefresh: false, debounceMs: DEBOUNCE_MS, onChanged: () => input.onContent('prompts') },
      },
    },
  )
  requests.attach(client)
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => input.onUpdated(params.uri))
  listenToLog(client, { add: (line) => ring.add(Buffer.from(`${line}\n`)), now: () => performance.now() })
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

  // Lists that overtake each other would leave the older one.
  const relist = onceMore(async () => {
    try {
      tools = await listTools(client, { timeoutMs: launch.timeouts.connectMs, log: deps.log, server: input.name })
      onTools(tools)
    } catch (error) {
      deps.log.log('warn', 'mcp', 'tools not listed again', { server: input.name, detail: deps.redact(String(error)) })
    }
  })
  let tools: readonly unknown[] = []
  const within = { signal: input.signal, timeout: left() }
  const connecting = client.connect(transport, within)
  input.onAsked()
  await orExit(connecting, child)
  if (client.getProtocolEra() === 'modern') completeResults(transport)
  input.onStep('handshake')
  tools = await orExit(listTools(client, { timeoutMs: left(), log: deps.log, server: input.name, signal: input.signal }), child)
  input.onStep('list')
  // Between programs there is nothing that reads headers.
  const hasHeaders = !child && client.getProtocolEra() === 'modern'
  const headersFor = (tool: string, given: CallRequest['arguments']) => (hasHeaders ? paramHeaders(schemaOf(tools, tool), given) : {})
  askForLog(client)
  const fail = (error: unknown): void => deps.log.log('debug', 'mcp', 'roots', { server: input.name, detail: String(error) })
  if (launch.grants.roots) {
    const undo = tellRoots(client, input.folders, fail)
    closers.push(async () => undo())
  }
  const reach = { client, requests, launch, deps, child, headersFor }
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    era: client.getProtocolEra() ?? 'legacy',
    facts: factsOf(client),
    tools,
    pid: child?.pid,
    ping: (timeoutMs) => ping(client, timeoutMs),
    lost: lost.promise,
    noise: () => child?.transport.noise() ?? { count: 0, first: '' },
    call: (request) => callTool(reach, request),
    ask: (request) => ask(reach, { idleMs: launch.timeouts.callMs, maxMs: launch.timeouts.maxMs, ...request }),
    watch: (uri) => watchResource(client, uri),
    close: async (how) => void (await Promise.all([closeClient(), child?.close(how)])),
  }
}

function schemaOf(tools: readonly unknown[], name: string): unknown {
  return tools.flatMap((tool) => Listed.safeParse(tool).data ?? []).find((tool) => tool.name === name)?.inputSchema
}

const Listed = z.looseObject({ name: z.string(), inputSchema: z.unknown().optional() })

/** The newer protocol knows no ping. */
async function ping(client: Client, timeout: number): Promise<void> {
  try {
    await (client.getProtocolEra() === 'modern' ? client.discover({ timeout }) : client.ping({ timeout }))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** Bounded, since a server may say what it likes. */
function factsOf(client: Client): ServerFacts {
  const { name = '', title = name, version = '', icons } = client.getServerVersion() ?? {}
  const offered = client.getServerCapabilities() ?? {}
  return {
    title: plainText(title, MAX_NAME_CHARS),
    version: plainText(version, MAX_NAME_CHARS),
    icon: safeIcon(icons),
    instructions: plainText(client.getInstructions() ?? '', MAX_INSTRUCTIONS_CHARS),
    offers: OFFERS.filter((one) => offered[one] !== undefined),
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
