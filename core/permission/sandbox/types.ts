import type { SandboxBackend, SandboxLevel } from '../../contract/permissions.ts'
import type { RuleSource } from '../types.ts'

/** A program about to be started, as `startProcess` takes it. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Real paths. */
export interface SandboxPlaces {
  /** The only folder that may be written, but for these. */
  readonly projectRoot: string
  readonly extraFolders: readonly string[]
  /** Stays readable; its `tmp` stands for the temp folder. */
  readonly sessionDir: string
}

/** What the entry of a server says of its own sandbox; an object asks for one in any case. */
export type OwnSandbox =
  | 'inherit'
  | 'off'
  | 'required'
  | {
      /** `all`, or the only hosts it reaches: `name`, `*.name` or an address, each with `:port` or for every port. */
      readonly network: 'all' | readonly string[]
      /** Further folders it writes; `~/` stands for the home folder. What is not there is left out. */
      readonly write: readonly string[]
    }

/** What a server or a hook is started for. Real paths. */
export interface PlugInPlaces {
  readonly projectRoot: string
  readonly extraFolders: readonly string[]
  readonly own: OwnSandbox
  /** Where its entry stands. */
  readonly source: RuleSource | undefined
}

/** The level in force, and the one of the policy alone, which no entry lifts. */
export interface SandboxRules {
  readonly inForce: SandboxChoice
  readonly policy: SandboxChoice | undefined
}

/** A level and the file that says so; without one nobody does. */
export interface SandboxChoice {
  readonly level: SandboxLevel
  readonly source: RuleSource | undefined
}

/** The system's own means to hold a program; one a core. */
export interface Sandbox {
  readonly backend: SandboxBackend
  /** Why nothing can be sandboxed here; undefined: it works. Tried once, by starting a program in it. */
  problem(): Promise<string | undefined>
  /**
   * The same program, held: it writes to the project, to the folders the person added and to a temp folder of its session, reaches no network and no service of
   * this machine, sees no processes but its own, and ends with us. As it is at `off`, and at `on` where nothing works.
   * `AppError('permission.sandbox_required')` at `required` where nothing works.
   */
  hold(program: Program, places: SandboxPlaces, choice: SandboxChoice): Promise<Program>
  /**
   * The same for what users plug in, servers and hooks: it reaches the network, or the hosts its entry names, and writes to the
   * project, to a temp folder of the project's and to the caches of package managers as well. What the entry says goes before
   * the level in force, but not before a policy. `AppError('permission.sandbox_required' | 'permission.sandbox_hosts')`.
   */
  holdPlugIn(program: Program, places: PlugInPlaces, rules: SandboxRules): Promise<Program>
  /** Removes what was put into the temp folder. */
  close(): Promise<void>
}
