import type { Shell } from '../../contract/shells.ts'
import type { ProcessSpec } from '../../platform/index.ts'

export interface ShellStart {
  readonly sessionId: string
  readonly toolCallId: string
  /** As the model wrote it. */
  readonly line: string
  readonly description: string | undefined
  /** The program that runs the line. */
  readonly program: Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'env'>
  /** The whole output goes here. */
  readonly spillPath: string
  readonly redact: (text: string) => string
}

/** What a shell printed since it was looked at last. */
export interface ShellLook {
  readonly shell: Shell
  /** Bounded, for the model; empty when nothing came. */
  readonly text: string
  readonly spillPath: string
}

/** Background shells of all sessions. They outlive turns and are ended with the core. */
export interface Shells {
  /** `ToolFailure` when too many run, the program cannot be started, or the core is closing. */
  start(start: ShellStart): Promise<Shell>
  /** In the order they started. */
  list(sessionId: string): readonly Shell[]
  /** Waits until the shell ends, at most `waitMs`, then answers what is new. `ToolFailure` for an unknown id. */
  look(sessionId: string, shellId: string, wait: { waitMs: number; signal: AbortSignal }): Promise<ShellLook>
  /** The newest output, for the window; undefined for an unknown id. */
  tail(sessionId: string, shellId: string): string | undefined
  /** Ends it and everything it started; undefined for an unknown id. A `quiet` end is one the model knows of. */
  stop(sessionId: string, shellId: string, how: { quiet: boolean }): Promise<Shell | undefined>
  /** One line for each shell that ended without the model knowing; each is told once. */
  takeNotes(sessionId: string): readonly string[]
  /** Ends all (≤ 2.5 s); nothing starts any more. */
  close(): Promise<void>
}
