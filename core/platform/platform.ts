import type { Clock } from '../base/clock.ts'
import type { PersonsEnvironment } from './persons-environment.ts'

/** What a host gives the core. */
export interface Platform {
  readonly host: 'electron' | 'serve' | 'cli'
  readonly version: string
  readonly paths: PlatformPaths
  /** The person's environment (login shell's where the host was not started from one). Children get it through `childEnvironment`. */
  readonly env: Environment
  /** Where `env` is still asked for: complete once `ready` resolves. Absent: it is the terminal's, or the system's. */
  readonly loginShell?: Pick<PersonsEnvironment, 'ready' | 'refresh' | 'answer'>
  readonly clock: Clock
  readonly log: Logger
  /** The OS keychain, or why there is none. Opened on first use; never blocks start-up. */
  readonly keychain: Keychain
  /** The proxy the system's settings name for an address, scripts (PAC) included, as `http://host:port`; undefined: none. Where the host can ask. */
  readonly systemProxy?: (url: URL) => Promise<string | undefined>
  /** Whether this address is out of reach because the machine has no network. */
  readonly isCutOff: (url: URL) => boolean
  /** Shows an address in the system's browser; false where there is none. */
  readonly openExternal: (url: string) => Promise<boolean>
  /** Folder dialog of the system, where the host has one. */
  readonly pickFolder?: (windowId: string) => Promise<string | null>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** All absolute. */
export interface PlatformPaths {
  /** `MEWCODE_HOME`, else `~/.mewcode`: configuration, database, logs, sessions. */
  readonly home: string
  readonly userHome: string
  readonly temp: string
  /** The policy of whoever manages this machine; need not be there. */
  readonly managed: string
  /** The product's own `resources/`. */
  readonly resources: string
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug'

/** JSON lines {ts, level, component, msg, …}; redacted before they are written. */
export interface Logger {
  log(level: LogLevel, component: string, msg: string, fields?: Record<string, unknown>): void
}

/** Service `mewcode` of the OS keychain. Every call may reject with `AppError('keychain.unavailable')`; nothing is deleted on a failed read. */
export interface Keychain {
  /** Such as "Secret Service", "macOS Keychain", "Windows Credential Manager", "memory". */
  readonly backend: string
  /** Resolves to undefined when usable, else to the reason in words. One probe, cached. */
  problem(): Promise<string | undefined>
  get(account: string): Promise<string | undefined>
  set(account: string, value: string): Promise<void>
  delete(account: string): Promise<boolean>
  /** Accounts, not values. */
  list(): Promise<readonly string[]>
}
