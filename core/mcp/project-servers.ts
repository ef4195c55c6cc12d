import type { Config, McpServerConfig } from '../config/types.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import type { McpServer } from '../contract/mcp.ts'
import { createServer, type Server, type ServerDeps } from './server.ts'

/** The servers of one project folder: its own and the user's, started for it. */
export interface ProjectServers {
  /** Reads the configuration and starts, stops and restarts what is another now; nothing else is touched. */
  refresh(): Promise<void>
  /** What is configured, with the state of what runs. */
  list(): Promise<McpServer[]>
  /** When each server that may start is ready or has failed. */
  settled(): Promise<void>
  /** Sorted by name. */
  running(): readonly { readonly name: string; readonly server: Server }[]
  /** Starts one that may start where it does not run. `AppError('mcp.not_found' | 'mcp.not_ready' | …)`. */
  ready(name: string): Promise<Server>
  /** Stops it and starts it anew. */
  restart(name: string): Promise<{ server: McpServer; log: string }>
  stop(how: 'polite' | 'quick'): Promise<void>
}

interface Running {
  readonly server: Server
  /** The definition it was started from. */
  readonly key: string
}

export function createProjectServers(projectRoot: string, { config, ...deps }: ServerDeps & { config: Config }): ProjectServers {
  const all = new Map<string, Running>()
  const leaving = new Map<Server, Promise<void>>()
  let isStopped = false
  /** One reading after another: two at once would start a server twice. */
  let last: Promise<unknown> = Promise.resolve()

  /** Nobody waits for a server that is told to go, but the end of all does. */
  function leave(server: Server): void {
    const going = server.stop('polite')
    leaving.set(server, going)
    void going.finally(() => leaving.delete(server))
  }

  const configured = async (): Promise<readonly McpServerConfig[]> => (await config.load(projectRoot)).mcpServers

  async function update(only?: string): Promise<void> {
    const servers = await configured()
    if (isStopped) return
    const wanted = new Map(servers.flatMap(({ name, reading }) => (reading.kind === 'startable' ? [[name, reading.launch] as const] : [])))
    const gone = [...all].filter(([name, { key }]) => {
      const launch = wanted.get(name)
      return launch === undefined || JSON.stringify(launch) !== key
    })
    for (const [name, { server }] of gone) {
      all.delete(name)
      leave(server)
    }
    for (const [name, launch] of wanted) {
      if (all.has(name) || (only !== undefined && name !== only)) continue
      all.set(name, { server: createServer({ name, launch, projectRoot }, deps), key: JSON.stringify(launch) })
    }
  }

  function inTurn(only?: string): Promise<void> {
    const mine = last.then(() => update(only))
    last = mine.catch(() => undefined)
    return mine
  }

  async function ready(name: string): Promise<Server> {
    await inTurn(name)
    const found = (await configured()).find((one) => one.name === name)
    if (!found) throw new AppError('mcp.not_found', { params: { name } })
    const server = all.get(name)?.server
    await server?.settled()
    if (server?.state === 'ready') return server
    const { state, problem } = viewOf(found, server)
    throw new AppError('mcp.not_ready', { params: { name, state, detail: problem?.message ?? '' } })
  }

  const list = async (): Promise<McpServer[]> => (await configured()).map((one) => viewOf(one, all.get(one.name)?.server))
  return {
    refresh: () => inTurn(),
    list,
    ready,
    async settled() {
      await Promise.all([...all.values()].map(({ server }) => server.settled()))
    },
    running: () => [...all].map(([name, { server }]) => ({ name, server })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async restart(name) {
      const before = all.get(name)
      all.delete(name)
      await before?.server.stop('polite')
      await inTurn(name)
      const server = all.get(name)?.server
      await server?.settled()
      const view = (await list()).find((one) => one.name === name)
      if (!view) throw new AppError('mcp.not_found', { params: { name } })
      return { server: view, log: server?.log() ?? '' }
    },
    async stop(how) {
      isStopped = true
      await Promise.all([...[...all.values()].map(({ server }) => server), ...leaving.keys()].map((server) => server.stop(how)))
    },
  }
}

function viewOf({ name, type, source, file, reading }: McpServerConfig, server: Server | undefined): McpServer {
  const facts = { ...nothing, name, type: type ?? null, source, file }
  if (reading.kind === 'broken') return { ...facts, state: 'failed', problem: toWireError(reading.problem) }
  if (reading.kind === 'needs_env') return { ...facts, state: 'needs_env', problem: toWireError(reading.problem) }
  if (reading.kind !== 'startable') return { ...facts, state: reading.kind, problem: null }
  if (!server) return { ...facts, state: 'idle', problem: null }
  const { state, problem, protocolVersion, latencyMs } = server
  const tools = server.tools.filter(({ enabled }) => enabled).length
  return { ...facts, state, problem: problem ? toWireError(problem) : null, tools, protocolVersion, latencyMs, noise: server.noise() }
}

/** Of a server that does not run. */
const nothing = {
  tools: 0,
  protocolVersion: null,
  latencyMs: null,
  noise: 0,
  title: '',
  version: '',
  instructions: '',
  offers: [],
  attempt: 0,
  memoryBytes: null,
  cpuPercent: null,
  calls: 0,
  failedCalls: 0,
  changedTools: 0,
  refusedRequests: 0,
  isSignedIn: false,
  missingVariables: [],
}
