import type { HookEvent, HookMark, HookRun, HookSource, HookState } from '../contract/hooks.ts'
import type { Mode } from '../contract/common.ts'
import type { AppError } from '../contract/errors.ts'
import type { HookDialect } from './dialects/index.ts'

export type OnFailure = 'allow' | 'ask' | 'block'

export type HookAction =
  | {
      readonly type: 'shell'
      /** A line for the shell; undefined with `args`. */
      readonly command: string | undefined
      /** A program and its arguments, started without a shell. */
      readonly args: readonly string[] | undefined
      /** Instead of the system's usual one. */
      readonly shell: ShellName | undefined
    }
  | {
      readonly type: 'http'
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      /** Empty: the payload. */
      readonly body: string
      /** Variables that `${NAME}` in a header may stand for. */
      readonly allowedEnv: readonly string[]
    }
  | { readonly type: 'prompt'; readonly text: string }
  | { readonly type: 'subagent'; readonly agentName: string; readonly prompt: string }

export type ShellName = 'sh' | 'bash' | 'powershell' | 'cmd'

/** Whose rule it is: programs are told the folder as `CLAUDE_PLUGIN_ROOT`. */
export interface HookPlugin {
  readonly id: string
  readonly folder: string
}

/** A rule that was read without a mistake that matters. */
export interface HookRule {
  readonly name: string
  readonly event: HookEvent
  readonly source: HookSource
  readonly plugin?: HookPlugin
  /** Absolute. */
  readonly file: string
  readonly line: number
  readonly condition: Condition | undefined
  readonly action: HookAction
  readonly onlyOnce: boolean
  readonly isAsync: boolean
  readonly timeoutMs: number
  /** Undefined: what is set for rules that say nothing. */
  readonly onFailure: OnFailure | undefined
  /** Its program was written for another product and is spoken to in that one's words. */
  readonly dialect: HookDialect | undefined
  /** The entry as it stands, for trust and for showing. */
  readonly definition: Readonly<Record<string, unknown>>
}

/** A rule and whether it runs. */
export interface PlacedRule {
  readonly rule: HookRule
  readonly state: HookState
  readonly problem: AppError | undefined
}

export interface Condition {
  readonly kind: 'all_of' | 'any_of'
  readonly atoms: readonly Atom[]
}

export interface Atom {
  /** Keys from the payload on. */
  readonly field: readonly string[]
  readonly matcher: Matcher
}

/** Judges one text. */
export interface Matcher {
  /** Undefined: the text takes too long to judge. */
  matches(text: string): boolean | undefined
  /** The text is a shell line, and each of its commands is judged: one that matches is enough. */
  readonly onCommands: boolean
  readonly isNegated: boolean
}

/** What a rule is given besides its place, by the names of the documentation. */
export type HookFields = Readonly<Record<string, unknown>>

/** Where an event is raised. */
export interface HookPlace {
  readonly sessionId: string
  /** Empty outside a turn. */
  readonly turnId: string
  readonly projectRoot: string
  /** Where work goes on, when that is another folder. */
  readonly cwd?: string
  readonly mode: Mode
  /** A child's; absent for the session's own agent. */
  readonly agent?: { readonly id: string; readonly name: string }
  /** Ids of the agent and of those it was started by: where a hook started one of them no rule starts another. */
  readonly lineage?: readonly string[]
  /** Told of each run as it ends. */
  readonly onRun?: (run: FinishedRun) => void
}

export interface FinishedRun extends HookRun {
  readonly event: HookEvent
  readonly source: HookSource
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /** Why the run went wrong, whatever came of it. */
  readonly failure: AppError | undefined
  /** Words for the person. */
  readonly message: string | undefined
}

interface Word {
  readonly by: string
  readonly reason: string
}

/** What the rules of one event say together. */
export interface HookVerdict {
  /** The first that blocks; then no other rule ran. */
  readonly block: Word | undefined
  readonly ask: Word | undefined
  /** Only where none asks. */
  readonly allow: Word | undefined
  /** The turn is to end. */
  readonly stop: Word | undefined
  /** In place of the call's arguments. */
  readonly updatedInput: Readonly<Record<string, unknown>> | undefined
  /** What the model is to be told, a text each. */
  readonly prompts: readonly string[]
  readonly runs: readonly FinishedRun[]
}

export const SAID_NOTHING: HookVerdict = {
  block: undefined,
  ask: undefined,
  allow: undefined,
  stop: undefined,
  updatedInput: undefined,
  prompts: [],
  runs: [],
}

/** Runs a real child agent to its end and answers its last words. Rejects when it cannot. */
export type RunSubagent = (input: {
  readonly agentName: string
  readonly prompt: string
  /** Of the event that started it, as one JSON line. */
  readonly payload: string
  readonly place: HookPlace
  /** The rule is the user's own or trusted: the agent's definition may give it more than reading. */
  readonly isTrusted: boolean
  readonly signal: AbortSignal
  /** To be called with the agent's id before it does anything. */
  readonly onStart: (agentId: string) => void
}) => Promise<string>

export function markOf({ rule, event, outcome, durationMs, reason }: FinishedRun): HookMark {
  return { hook: rule, event, outcome, durationMs, ...(reason !== '' && { reason }) }
}
