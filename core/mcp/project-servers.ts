import { createEmitter } from '../base/emitter.ts'
import type { Config, McpLaunch, McpServerConfig } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { McpServer } from '../contract/mcp.ts'
import { withoutKeys } from './install/secrets.ts'
import { createServer, type Server, type ServerDeps } from './server.ts'
import { viewOf } from './view.ts'

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
  /** One that was started, in whatever state. `AppError('mcp.not_found')` for one nobody configured. */
  started(name: string): Promise<Server | undefined>
  /** Stops it and starts it anew; answers when it is settled. */
  restart(name: string): Promise<{ view: McpServer; server: Server | undefined }>
  stop(how: 'polite' | 'quick'): Promise<void>
}

interface Running {
  readonly server: Server
  /** The definition it was started from. */
  readonly key: string
}

export function createProjectServers(
  projectRoot: string,
  { config, ...given }: Omit<ServerDeps, 'folders'> & { config: Config },
): ProjectServers {
  const foldersChanged = createEmitter<void>()
  const folders = { list: async () => [projectRoot, ...(await config.load(projectRoot)).extraFolders], onChange: foldersChanged.on }
  const deps: ServerDeps = { ...given, folders }
  const all = new Map<string, Running>()
  const leaving = new Map<Server, Promise<void>>()
  let isStopped = false
  /** As servers were last told of them. */
  let told: string | undefined
  /** One reading after another: two at once would start a server twice. */
  let last: Promise<unknown> = Promise.resolve()

  /** Nobody waits for a server that is told to go, but the end of all does. */
  function leave(server: Server): void {
    const going = server.stop('polite')
    leaving.set(server, going)
    void going.finally(() => leaving.delete(server))
  }

  const shownRuns = (runs: string): string => deps.redact(withoutKeys(runs.split(' ')).join(' '))

  /** Whoever wrote a key into a command line does not want it on a screen. */
  const configured = async (): Promise<readonly McpServerConfig[]> =>
    (await config.load(projectRoot)).mcpServers.map((server) => ({ ...server, runs: shownRuns(server.runs) }))

  async function update(only?: string): Promise<void> {
    const servers = await configured()
    if (isStopped) return
    await tellFolders()
    const wanted = new Map(
      servers.flatMap(({ name, source, reading }) =>
        reading.kind === 'startable' ? [[name, { source, launch: reading.launch }] as const] : [],
      ),
    )
    for (const [name, { server, key }] of all) {
      const launch = wanted.get(name)?.launch
      if (launch && keyOf(launch) === key) {
        server.setPolicy(launch)
        continue
      }
      all.delete(name)
      leave(server)
      deps.changed()
    }
    for (const [name, { source, launch }] of wanted) {
      if (all.has(name) || (only !== undefined && name !== only)) continue
      deps.changed()
      // A project's server is another one in each project.
      const seenAs = source === 'user' ? name : `${name} ${projectRoot}`
      all.set(name, { server: createServer({ name, launch, projectRoot, seenAs }, deps), key: keyOf(launch) })
    }
  }

  async function tellFolders(): Promise<void> {
    const now = JSON.stringify(await folders.list())
    if (told !== undefined && told !== now) foldersChanged.emit()
    told = now
  }

  function inTurn(only?: string): Promise<void> {
    const mine = last.then(() => update(only))
    last = mine.catch(() => undefined)
    return mine
  }

  async function find(name: string): Promise<McpServerConfig> {
    const found = (await configured()).find((one) => one.name === name)
    if (!found) throw new AppError('mcp.not_found', { params: { name } })
    return found
  }

  async function ready(name: string): Promise<Server> {
    await inTurn(name)
    const found = await find(name)
    const server = all.get(name)?.server
    await server?.settled()
    if (server?.state === 'ready') return server
    const { state, problem } = viewOf(found, server)
    throw new AppError('mcp.not_ready', { params: { name, state, detail: problem?.message ?? '' } })
  }

  async function isSignedIn({ reading }: McpServerConfig): Promise<boolean> {
    return reading.kind === 'startable' && reading.launch.type !== 'stdio' && (await deps.isSignedIn(reading.launch.url))
  }

  async function list(): Promise<McpServer[]> {
    const [servers, used] = await Promise.all([configured(), deps.meter.look([...all.values()].flatMap(({ server }) => server.pid ?? []))])
    const signedIn = await Promise.all(servers.map(isSignedIn))
    return servers.map((one, at) => {
      const server = all.get(one.name)?.server
      return { ...viewOf(one, server, used.get(server?.pid ?? -1)), isSignedIn: signedIn[at] ?? false }
    })
  }

  return {
    refresh: () => inTurn(),
    list,
    ready,
    async started(name) {
      await find(name)
      return all.get(name)?.server
    },
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
      return { view: viewOf(await find(name), server), server }
    },
    async stop(how) {
      isStopped = true
      await Promise.all([...[...all.values()].map(({ server }) => server), ...leaving.keys()].map((server) => server.stop(how)))
    },
  }
}

/** What has to be the same for a running server to stay: everything but which of its tools are offered. */
function keyOf(launch: McpLaunch): string {
  return JSON.stringify({ ...launch, tools: undefined })
}
