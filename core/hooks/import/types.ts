import type { HookDialect } from '../dialects/index.ts'

/** A hook of another product as an entry of ours, or why it has none. */
export interface Imported {
  /** Where it stands there: `PreToolUse[0].hooks[1]`. */
  readonly from: string
  /** Undefined: it could not be taken over. */
  readonly entry: Readonly<Record<string, unknown>> | undefined
  /** What of it is lost or another, in words of `error-texts.ts`. */
  readonly losses: readonly Loss[]
}

export interface Loss {
  readonly code:
    | 'hook.import_event'
    | 'hook.import_handler'
    | 'hook.import_matcher'
    | 'hook.import_condition'
    | 'hook.import_field'
    | 'hook.import_no_command'
  readonly params: Readonly<Record<string, string>>
}

export interface ImportFile {
  readonly dialect: HookDialect
  readonly hooks: readonly Imported[]
}
