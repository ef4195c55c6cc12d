import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { AppError } from '../contract/errors.ts'
import { outsideArchive } from './archive.ts'
import { createLogFile, type LogFile } from './log-file.ts'
import { hasNoNetwork } from './network.ts'
import { openInBrowser } from './open-page.ts'
import type { Environment, Keychain, Platform } from './platform.ts'
import { isThisMachine } from './web-route.ts'

export interface NodePlatformOptions {
  readonly host: Platform['host']
  readonly version: string
  readonly env: Environment
  /** The real one comes from `core/credentials`. */
  readonly keychain: Keychain
  /** Applied to every log line. */
  redact(text: string): string
  readonly pickFolder?: Platform['pickFolder']
  readonly loginShell?: Platform['loginShell']
  /** Undefined: the programs that open addresses. */
  readonly openExternal?: Platform['openExternal']
  /** Undefined: by the machine's addresses. */
  readonly hasNoNetwork?: () => boolean
  /** The home folder is only read, as far as it is there: it is not made, and nothing is logged. */
  readonly leavesHomeAlone?: boolean
}

export interface NodePlatform extends Platform {
  /** Resolves when the log is on disk; called last, before the process ends. */
  flushLog(): Promise<void>
}

/** The platform of every host on Node. Makes the home folder, readable by its owner alone; `AppError('storage.home_unusable')` when it cannot. */
export function createNodePlatform(options: NodePlatformOptions): NodePlatform {
  const userHome = userFolder(options.env)
  const home = homeFolder(options.env)
  if (!options.leavesHomeAlone) makePrivate(home)
  const log = options.leavesHomeAlone
    ? nowhere
    : createLogFile({
        path: join(home, 'logs', 'mewcode.log'),
        levels: options.env['MEWCODE_LOG'],
        clock: systemClock,
        redact: (line) => options.redact(line),
      })
  return {
    host: options.host,
    version: options.version,
    // `core/platform/`, `out/cli/`, `out/main/` and `out/chunks/` all lie two folders below the product's root.
    paths: {
      home,
      userHome,
      temp: tmpdir(),
      managed: managedFile(process.platform),
      resources: outsideArchive(resolve(import.meta.dirname, '../../resources')),
    },
    env: options.env,
    clock: systemClock,
    log,
    keychain: options.keychain,
    isCutOff: (url) => !isThisMachine(url) && (options.hasNoNetwork ?? hasNoNetwork)(),
    openExternal: options.openExternal ?? ((url) => openInBrowser(url, options.env)),
    ...(options.loginShell && { loginShell: options.loginShell }),
    ...(options.pickFolder && { pickFolder: options.pickFolder }),
    flushLog: () => log.flush(),
  }
}

const nowhere: LogFile = { log: () => undefined, flush: () => Promise.resolve() }

/** Where MewCode keeps its files: `MEWCODE_HOME`, else `~/.mewcode`. For parts that are made before the platform is. */
export function homeFolder(env: Environment): string {
  return resolve(env['MEWCODE_HOME'] || join(userFolder(env), '.mewcode'))
}

/** Not from the environment, which is the person's. */
function managedFile(platform: NodeJS.Platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\MewCode\managed.yaml`
  return platform === 'darwin' ? '/Library/Application Support/MewCode/managed.yaml' : '/etc/mewcode/managed.yaml'
}

function userFolder(env: Environment): string {
  return env['HOME'] || env['USERPROFILE'] || homedir()
}

function makePrivate(folder: string): void {
  try {
    makeFolder(folder)
    if (process.platform !== 'win32') chmodSync(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new AppError('storage.home_unusable', { params: { path: folder }, cause })
  }
}

/** Not `recursive`, which never returns where a file system like /proc answers every new folder with "no such file". */
function makeFolder(folder: string): void {
  const parent = dirname(folder)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (parent !== folder) makeFolder(parent)
  mkdirSync(folder, { mode: 0o700 })
}
