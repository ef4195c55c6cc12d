import path from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/types.ts'
import type { PromptCommands } from '../commands/index.ts'
import type { UserMessage } from '../contract/messages.ts'
import type { Codec } from '../media/index.ts'
import { createFileLocks, sharedLooks } from '../platform/index.ts'
import { toolSpec, type Tool } from '../tools/index.ts'
import type { ResourceMention } from '../workspace/index.ts'
import type { Sampler } from './asker.ts'
import { announceInstructions } from './announce-instructions.ts'
import { announceTools, type ToldTools } from './announce.ts'
import { announceUpdates } from './announce-updates.ts'
import { callToolDefinition } from './call-tool.ts'
import { createEras } from './eras.ts'
import { attachResource } from './content/attach.ts'
import { createPromptCommands } from './content/prompt-commands.ts'
import type { ServerDeps } from './server.ts'
import { createGate } from './gate.ts'
import { createKeptFile, type KeptFile } from './kept-file.ts'
import { createMeter } from './meter.ts'
import { isMarked } from './oauth/mark.ts'
import { withOwnSecrets } from './own-secrets.ts'
import { createProjectSignIns, type ProjectSignIns } from './project-sign-ins.ts'
import { createProjectServers, type ProjectServers } from './project-servers.ts'
import { sessionTool } from './session-tools.ts'
import { createTellings } from './tellings.ts'
import { toolSearchDefinition } from './tool-search.ts'
import type { WebDeps } from './http/index.ts'
import type { ConnectDeps } from './types.ts'
import { unknownTools } from './unknown-tools.ts'

/** Starting at once; a machine that starts thirty programs together answers nobody. */
const STARTING = 10
/** More of them are not put into each request. */
const OFFERED = 40

/** MCP servers of every project that is open. */
export interface Mcp {
  of(projectRoot: string): ProjectServers
  signIns(projectRoot: string): ProjectSignIns
  /** Everything that can be called now, by name, `call_tool` and `tool_search` included; empty where no server runs. */
  tools(projectRoot: string): readonly Tool[]
  /** What a new epoch offers: those two, and the tools themselves where they are few. */
  offered(projectRoot: string): readonly Tool[]
  /** Of names of servers' tools those that are none, as far as the servers are known by now. */
  unknownTools(projectRoot: string, names: readonly string[]): Promise<string[]>
  /** Says which tools came since the epoch opened, and what servers say of theirs. */
  news(projectRoot: string, told: ToldTools): string[]
  /** `/server:prompt` of the servers that are ready; an expansion starts the one it names. */
  readonly promptCommands: PromptCommands
  /** A resource as it goes with a prompt. Undefined: no server is called so, or nearly so. `AppError('mcp.*')`. */
  attach(projectRoot: string, mention: ResourceMention, sessionDir: string): Promise<UserMessage['attachments'] | undefined>
  /** Starts in the background what configuration says. */
  start(projectRoot: string): void
  /** The same, and waits for it a little. */
  prepare(projectRoot: string, options: { waitMs: number }): Promise<void>
  /** Configuration or trust is another now. */
  refreshAll(): void
  /** Every server is asked now whether it is there; one that waits to come back tries now. */
  lookNow(): void
  /** A secret of the servers of this name is another now. */
  secretChanged(name: string): void
  /** Ends every server within 2 s. */
  close(): Promise<void>
}

export interface McpDeps extends Omit<ConnectDeps, 'web' | 'fill' | 'isSignedIn' | 'eras' | 'look'>, WebDeps {
  /** What tools looked like is kept here; undefined: nowhere. */
  readonly folder: string | undefined
  /** Servers of this project came, went, or are in another state; told a few times a second at most. */
  readonly changed: (projectRoot: string) => void
  readonly config: Config
  readonly codec: Codec
  readonly pastCalls: ServerDeps['pastCalls']
  /** Undefined: no model answers servers. */
  readonly sampler?: Sampler
  readonly clock: Clock
}

export function createMcp({ config, codec, sampler, clock, folder, changed, pastCalls, ...given }: McpDeps): Mcp {
  const web = once(async () => (await import('./http/index.ts')).createWeb({ ...given, clock }))
  const projects = new Map<string, ProjectServers>()
  const admit = createGate(STARTING)
  const locks = createFileLocks()
  const kept = (name: string): KeptFile =>
    createKeptFile({ file: folder === undefined ? undefined : path.join(folder, name), locks, log: given.log })
  const definitions = kept('seen-tools.json')
  const deps: ConnectDeps = {
    ...given,
    web,
    fill: (launch, of) => withOwnSecrets(launch, { ...given, used: (use) => given.secretUsed?.({ ...of, ...use }) }),
    isSignedIn: (url) => isMarked(given.home, url),
    eras: createEras(kept('eras.json')),
    look: sharedLooks(),
  }
  const meter = createMeter()
  const tellings = createTellings(changed)

  function of(projectRoot: string): ProjectServers {
    const known = projects.get(projectRoot)
    if (known) return known
    const made = createProjectServers(projectRoot, {
      ...deps,
      config,
      clock,
      admit,
      definitions,
      pastCalls,
      meter,
      changed: () => tellings.tell(projectRoot),
    })
    projects.set(projectRoot, made)
    return made
  }

  function remote(projectRoot: string): Tool[] {
    const running = of(projectRoot).running()
    const current = (name: string) =>
      of(projectRoot)
        .running()
        .find((one) => one.name === name)?.server
    return running
      .flatMap(({ name, server }) =>
        server.tools
          .filter(({ enabled }) => enabled)
          .map((tool) => sessionTool(tool, { server: name, current: () => current(name), codec, sampler })),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  function start(projectRoot: string): void {
    of(projectRoot)
      .refresh()
      .catch((error: unknown) => deps.log.log('warn', 'mcp', 'configuration not read', { detail: String(error) }))
  }

  const own = [callToolDefinition, toolSearchDefinition(remote)]
  return {
    of,
    signIns: (projectRoot) => createProjectSignIns(projectRoot, { config, web, servers: of(projectRoot) }),
    tools: (projectRoot) => [...own, ...remote(projectRoot)],
    offered(projectRoot) {
      // With or without servers: one may come while the epoch is open.
      const all = remote(projectRoot)
      return [...own, ...(all.length > OFFERED ? [] : all)]
    },
    async unknownTools(projectRoot, names) {
      const running = new Map(
        of(projectRoot)
          .running()
          .map(({ name, server }) => [name, server]),
      )
      const servers = (await config.load(projectRoot)).mcpServers.map(({ name }) => {
        const server = running.get(name)
        return { name, tools: server?.state === 'ready' ? server.tools.map(({ fullName }) => fullName) : undefined }
      })
      return unknownTools(names, servers)
    },
    news(projectRoot, told) {
      // Without it in the epoch nothing late can be called.
      const canCall = told.tools.some(({ name }) => name === callToolDefinition.name)
      if (!canCall) return []
      const ready = of(projectRoot)
        .running()
        .filter(({ server }) => server.state === 'ready')
        .map(({ name, server }) => ({ name, instructions: server.facts?.instructions ?? '', latest: server.content.latest }))
      const tools = announceTools(remote(projectRoot).map(toolSpec), told, OFFERED)
      return [...tools, ...announceInstructions(ready, told), ...announceUpdates(ready, told)]
    },
    promptCommands: createPromptCommands(of),
    attach: (projectRoot, mention, sessionDir) => attachResource(of(projectRoot), { mention, sessionDir, codec }),
    start,
    async prepare(projectRoot, { waitMs }) {
      await of(projectRoot).refresh()
      if (waitMs === 0) return
      const over = new AbortController()
      const late = clock.wait(waitMs, over.signal).catch(() => undefined)
      await Promise.race([of(projectRoot).settled(), late])
      over.abort()
    },
    refreshAll() {
      for (const projectRoot of projects.keys()) start(projectRoot)
    },
    lookNow() {
      for (const servers of projects.values()) for (const { server } of servers.running()) server.lookNow()
    },
    secretChanged(name) {
      for (const servers of projects.values()) {
        if (!servers.running().some((one) => one.name === name)) continue
        servers.restart(name).catch((error: unknown) => deps.log.log('warn', 'mcp', 'not restarted', { detail: String(error) }))
      }
    },
    async close() {
      tellings.stop()
      await Promise.all([...projects.values()].map((servers) => servers.stop('quick')))
    },
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
