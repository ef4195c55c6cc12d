import type { Word } from './word.ts'

/** What the line does not say, or says about more than one program. */
export type Doubt =
  /** The parser did not understand a piece: anything may be started. */
  | 'unread'
  /** Which program is started is only known when the line runs. */
  | 'unknown_program'
  /** A word is only known when the line runs. */
  | 'unknown_word'
  /** A variable is set that may steer what a program does. */
  | 'environment'
  /** Another user's rights. */
  | 'as_root'
  /** The program is given code, or an option that runs another program. */
  | 'runs_code'
  /** An option writes a file. */
  | 'writes_file'

export interface Redirect {
  readonly kind: 'read' | 'write' | 'append'
  readonly target: Word
}

/** One program with its arguments as the shell would start it, or assignments and redirections that stand alone. */
export interface ShellCommand {
  /** As the line has it, for showing. */
  readonly text: string
  /** The words alone as the line has them; undefined where something else stands between them. */
  readonly written: string | undefined
  /** Without assignments and redirections; empty when there is nothing else. */
  readonly words: readonly Word[]
  /** Names of variables set for it. */
  readonly assigned: readonly string[]
  readonly redirects: readonly Redirect[]
  readonly doubts: ReadonlySet<Doubt>
  /** Programs whose output it reads, through a pipe or as one of its words. */
  readonly input: readonly ShellCommand[]
  /** What it reads; undefined: not said by the line. */
  readonly stdin: { readonly text: string; readonly isKnown: boolean } | undefined
  /** Found inside the words of the one before it: `rm x` of `sudo rm x`. */
  readonly isInner: boolean
}

export interface ShellLine {
  readonly text: string
  /** Everything the line can start, wrappers and what they wrap both. */
  readonly commands: readonly ShellCommand[]
}
