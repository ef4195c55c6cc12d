import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { HostPlatform } from '../app/index.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import { createRedactor } from '../credentials/index.ts'
import type { Environment, LogLevel, PersonsEnvironment, Platform } from '../platform/index.ts'
import { memoryKeychain } from './memory-keychain.ts'

export interface LogLine {
  readonly level: LogLevel
  readonly component: string
  readonly msg: string
  readonly fields: Record<string, unknown>
}

/** A platform that keeps secrets and log lines in memory, and its home in a throw-away folder. */
export interface MemoryPlatform extends HostPlatform {
  readonly lines: readonly LogLine[]
  /** Removes the folder. */
  close(): void
}

export interface MemoryPlatformOptions {
  readonly host?: Platform['host']
  /** Only what is given and the path: nothing of the person's own environment reaches a test. */
  readonly env?: Environment
  /** The environment is this one's, and only the home is added. */
  readonly loginShell?: PersonsEnvironment
  readonly clock?: Clock
  /** Undefined: everything is within reach. */
  readonly isCutOff?: Platform['isCutOff']
  /** Undefined: there is no browser. */
  readonly openExternal?: Platform['openExternal']
}

export function memoryPlatform({
  host = 'serve',
  env = {},
  loginShell,
  clock = systemClock,
  isCutOff = () => false,
  openExternal = async () => false,
}: MemoryPlatformOptions = {}): MemoryPlatform {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'mewcode-home-')))
  const paths = {
    home: join(base, '.mewcode'),
    userHome: base,
    // Not inside the home: what lies in the temp folder may be read and written without asking.
    temp: join(base, 'tmp'),
    managed: join(base, 'managed.yaml'),
    resources: resolve(import.meta.dirname, '../../resources'),
  }
  for (const folder of [paths.home, paths.temp]) mkdirSync(folder, { mode: 0o700 })
  const lines: LogLine[] = []
  return {
    host,
    version: '0.0.0-test',
    paths,
    env: loginShell?.env ?? { PATH: process.env['PATH'], HOME: base, ...env },
    ...(loginShell && { loginShell }),
    clock,
    log: { log: (level, component, msg, fields = {}) => void lines.push({ level, component, msg, fields }) },
    keychain: memoryKeychain(),
    isCutOff,
    openExternal,
    redactor: createRedactor(),
    lines,
    close: () => rmSync(base, { recursive: true, force: true }),
  }
}
