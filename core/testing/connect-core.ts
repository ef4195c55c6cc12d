import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCore, type Core, type CoreOptions } from '../app/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Mode } from '../contract/common.ts'
import type { AppEvent, SessionEventOf } from '../contract/events.ts'
import type { RpcClient } from '../contract/index.ts'
import type { Caller } from '../contract/method.ts'
import type { Environment } from '../platform/index.ts'
import { connectInProcess } from '../rpc/index.ts'
import { createEventList, type EventList } from './event-list.ts'
import { memoryPlatform, type MemoryPlatform, type MemoryPlatformOptions } from './memory-platform.ts'
import { startModelServer, type ModelScript, type ModelServer, type ServedProtocol } from './model-server/index.ts'
import { tempProject, type TempProject } from './temp-project.ts'

export interface ConnectCoreOptions {
  readonly script?: ModelScript
  readonly protocol?: ServedProtocol
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly options?: CoreOptions
  readonly env?: Environment
  readonly loginShell?: MemoryPlatformOptions['loginShell']
  readonly clock?: Clock
  readonly isCutOff?: MemoryPlatformOptions['isCutOff']
  /** Lines of YAML under the scripted provider's entry, indented by four. */
  readonly providerYaml?: string
}

/** One window of the core. */
export interface CoreWindow {
  readonly rpc: RpcClient
  readonly caller: Caller
  readonly events: EventList
  readonly appEvents: readonly AppEvent[]
  close(): void
}

/** A whole core over a scripted model, with a window on a throw-away project. */
export interface ConnectedCore extends Omit<CoreWindow, 'close'> {
  readonly core: Core
  readonly model: ModelServer
  readonly platform: MemoryPlatform
  readonly project: TempProject
  /** Another window: of the same project, of another folder, or Home. */
  openWindow(on?: 'project' | 'home' | { path: string }): Promise<CoreWindow>
  /** A window that exists, connected anew: what a reload does. */
  reload(caller: Caller): CoreWindow
  /** A new core on the same home, as after a crash: the old one is left as it is and never heard of again. */
  restart(options?: CoreOptions): Promise<CoreWindow & { readonly core: Core }>
  newSession(mode?: Mode): Promise<string>
  /** Runs one turn to its end. */
  run(text: string, options?: { sessionId?: string; mode?: Mode; maxTurns?: number }): Promise<SessionEventOf<'turn.finished'>>
  /** Ends everything. Throws when the core called something a bug or the model refused a request it should not have. */
  close(expect?: { refusals?: boolean; bugs?: boolean }): Promise<void>
}

export const PLANTED_KEY = 'sk-planted-4f1c9a7e2b8d'

export async function connectCore(setup: ConnectCoreOptions = {}): Promise<ConnectedCore> {
  const { script = [], protocol = 'anthropic', files = {}, env = {}, clock, loginShell, isCutOff } = setup
  const model = await startModelServer({ protocol, script, key: PLANTED_KEY })
  const platform = memoryPlatform({
    env: { FAKE_KEY: PLANTED_KEY, ...env },
    ...(loginShell && { loginShell }),
    ...(clock && { clock }),
    ...(isCutOff && { isCutOff }),
  })
  writeFileSync(join(platform.paths.home, 'config.yaml'), configYaml(model, protocol, setup.providerYaml))
  const project = tempProject(files)
  const bugs: unknown[] = []
  const cores: Core[] = []
  const windows: CoreWindow[] = []

  async function start(options: CoreOptions): Promise<Core> {
    const core = await createCore(platform, options)
    cores.push(core)
    return core
  }
  function connect(core: Core, caller: Caller): CoreWindow {
    const connection = connectInProcess({ core, caller, appVersion: 'test', onBug: (error) => bugs.push(error), parseOutput: true })
    const events = createEventList()
    const appEvents: AppEvent[] = []
    connection.onEvent((event) => ('sessionId' in event ? events.push(event) : void appEvents.push(event)))
    const window = { rpc: connection.rpc, caller, events, appEvents, close: () => connection.close() }
    windows.push(window)
    return window
  }

  const core = await start(setup.options ?? {})
  const first = connect(core, await core.windows.open(project.root))
  const newSession = async (mode?: Mode): Promise<string> => (await first.rpc.sessions.create({ mode })).id
  return {
    ...first,
    core,
    model,
    platform,
    project,
    async openWindow(on = 'project') {
      if (on === 'home') return connect(core, core.windows.openHome())
      return connect(core, await core.windows.open(on === 'project' ? project.root : on.path))
    },
    reload: (caller) => connect(core, caller),
    async restart(options = setup.options ?? {}) {
      const next = await start(options)
      return { ...connect(next, await next.windows.open(project.root)), core: next }
    },
    newSession,
    async run(text, { sessionId, mode, maxTurns } = {}) {
      const id = sessionId ?? (await newSession(mode))
      const { turnId } = await first.rpc.turns.start({ sessionId: id, text, maxTurns })
      return first.events.waitFor('turn.finished', (event) => event.turnId === turnId)
    },
    async close({ refusals = false, bugs: bugsExpected = false } = {}) {
      for (const window of windows) window.close()
      for (const one of cores) await one.close()
      await model.close()
      platform.close()
      project.close()
      if (!bugsExpected && bugs.length > 0) throw bugs[0]
      // What a listener or a turn threw is caught and logged, so that the others go on; in a test it counts.
      const fault = platform.lines.find(({ level }) => level === 'error')
      if (!bugsExpected && fault) throw new Error(`logged as an error: ${JSON.stringify(fault)}`)
      if (!refusals && model.refusals.length > 0) throw new Error(`The model refused: ${model.refusals.join('; ')}`)
    },
  }
}

function configYaml(model: ModelServer, protocol: ServedProtocol, more = ''): string {
  return `default_provider: fake
providers:
  - name: fake
    protocol: ${protocol}
    base_url: "${model.baseUrl}"
    api_key: "\${FAKE_KEY}"
    model: ${protocol === 'anthropic' ? 'claude-sonnet-5-5' : 'gpt-5.4'}
${more}`
}
