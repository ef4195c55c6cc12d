import { join } from 'node:path'
import { createCore, type Core } from '../../core/app/index.ts'
import { createOsKeychain, createRedactor } from '../../core/credentials/index.ts'
import { askLoginShell, createNodePlatform, homeFolder, type Environment, type PersonsEnvironment } from '../../core/platform/index.ts'
import type { Logger } from '../../core/platform/platform.ts'
import { createSystemProxy } from './system-proxy.ts'

export interface Host {
  readonly core: Core
  readonly rendererDir: string
  /** The product's own home folder. */
  readonly home: string
  readonly log: Logger
  onBug(error: unknown, where: string): void
  /** ≤ 3 s. */
  close(): Promise<void>
}

export interface HostOptions {
  readonly version: string
  readonly pickFolder: (windowId: string) => Promise<string | null>
  /** Chromium's answer to which proxy an address takes. */
  readonly resolveProxy: (url: string) => Promise<string>
  /** By what the system says of its connections. */
  readonly hasNoNetwork: () => boolean
  /** False where the system has nothing that shows it. */
  readonly openExternal: (url: string) => Promise<boolean>
}

/** Builds the core with what the desktop gives it. Rejects with `AppError('storage.*')`. */
export async function openHost({ version, pickFolder, resolveProxy, hasNoNetwork, openExternal }: HostOptions): Promise<Host> {
  const { env, loginShell } = personsEnvironment()
  const redactor = createRedactor()
  const keychain = createOsKeychain({ home: homeFolder(env), env })
  const platform = createNodePlatform({
    host: 'electron',
    version,
    env,
    ...(loginShell && { loginShell }),
    keychain,
    redact: redactor.redact,
    pickFolder,
    hasNoNetwork,
    openExternal,
  })
  const systemProxy = createSystemProxy({ resolveProxy, log: platform.log })
  const core = await createCore({ ...platform, systemProxy, redactor }, {})
  return {
    core,
    home: platform.paths.home,
    log: platform.log,
    rendererDir: join(import.meta.dirname, '../renderer'),
    onBug: (error, where) => platform.log.log('error', 'electron', 'A fault of our own', { where, error }),
    async close() {
      await core.close()
      await platform.flushLog()
    },
  }
}

/** Started from a dock or a menu, the process knows nothing of what the login shell exports, such as where `git` is. */
function personsEnvironment(): { env: Environment; loginShell?: PersonsEnvironment } {
  const { env } = process
  if (process.platform === 'win32' || env['TERM'] !== undefined || env['HOME'] === undefined) return { env }
  const loginShell = askLoginShell(env, { home: env['HOME'] })
  return { env: loginShell.env, loginShell }
}
