import type { Core, CoreOptions } from '../app/index.ts'
import { createCore } from '../app/index.ts'
import type { Project } from '../contract/app.ts'
import type { RpcClient } from '../contract/index.ts'
import type { Caller } from '../contract/method.ts'
import { createOsKeychain, createRedactor } from '../credentials/index.ts'
import { createNodePlatform, homeFolder, openInBrowser, type Keychain } from '../platform/index.ts'
import { connectInProcess } from '../rpc/index.ts'
import type { Terminal } from './command.ts'
import type { Words } from './language.ts'

/** The core in this process, and typed clients to it. */
export interface Host {
  readonly core: Core
  readonly resources: string
  readonly onEvent: Core['onEvent']
  readonly keychain: Keychain
  /** `AppError('project.*')` for a folder that is missing or cannot be read. */
  openProject(path: string): Promise<ProjectHost>
  /** The same for a command that only looks: the folder does not become a recent one. */
  lookAtProject(path: string): Promise<ProjectHost>
  openHome(): HomeHost
  onBug(error: unknown, where: string): void
  close(): Promise<void>
}

export interface HomeHost {
  readonly rpc: RpcClient
  /** Folder of the user's configuration. */
  readonly home: string
}

export interface ProjectHost extends HomeHost {
  readonly project: Project
  readonly tickets: Core['tickets']
}

const words = {
  open: { en: 'Open this address to go on:', 'zh-CN': '打开这个地址继续：' },
} as const satisfies Record<string, Words>

/** Told in any case: the browser may be on another machine. */
async function tellAndOpen(url: string, { env, stderr, language }: Terminal): Promise<boolean> {
  stderr.write(`${words.open[language]}\n${url}\n`)
  await openInBrowser(url, env)
  return true
}

/** Builds the core for one command. */
export async function openHost(terminal: Terminal, options: CoreOptions, kind: 'cli' | 'serve' = 'cli'): Promise<Host> {
  const { env, version: appVersion } = terminal
  const redactor = createRedactor()
  const platform = createNodePlatform({
    host: kind,
    version: appVersion,
    env,
    keychain: createOsKeychain({ home: homeFolder(env), env }),
    redact: redactor.redact,
    leavesHomeAlone: options.ephemeral ?? false,
    ...(kind === 'cli' && { openExternal: (url: string) => tellAndOpen(url, terminal) }),
  })
  const core = await createCore({ ...platform, redactor }, options)
  const onBug = (error: unknown, method: string): void =>
    platform.log.log('error', 'rpc', 'A call failed by a fault of our own', { method, error })
  const connect = (caller: Caller): RpcClient => connectInProcess({ core, caller, appVersion, onBug }).rpc
  const { home, resources } = platform.paths
  const projectHost = async (caller: Caller): Promise<ProjectHost> => {
    const rpc = connect(caller)
    return { rpc, home, tickets: core.tickets, project: await rpc.projects.current({}) }
  }

  return {
    core,
    resources,
    onEvent: core.onEvent,
    keychain: platform.keychain,
    onBug,
    openProject: async (path) => projectHost(await core.windows.open(path)),
    lookAtProject: async (path) => projectHost(await core.windows.look(path)),
    openHome: () => ({ rpc: connect(core.windows.openHome()), home }),
    async close() {
      await core.close()
      await platform.flushLog()
    },
  }
}
