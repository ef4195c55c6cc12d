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
}
