import type { Mode, PermissionLayer, ToolCategory } from '../contract/common.ts'
import type { ErrorCode } from '../contract/error-texts.ts'
import type { Approval } from '../contract/events.ts'

export interface PermissionRequest {
  readonly toolName: string
  readonly category: ToolCategory
  readonly input: unknown
  /** As the tool names them; relative ones are against `projectRoot`. Of a shell line: the folder it runs in, when it is another. */
  readonly paths: readonly string[]
  /** The shell line, for tools that run one. */
  readonly command: string | undefined
  /** The host the call contacts, in lower case, for tools that name one. */
  readonly domain?: string | undefined
  readonly projectRoot: string
  /** The project's own folder, where the call works in a worktree of it: it may be read and is never written. */
  readonly mainTree?: string | undefined
  /** May be read without asking. */
  readonly sessionDir: string
  readonly mode: Mode
  /** Rules a person granted for this session. */
  readonly sessionRules: readonly string[]
  /** What skills of the running turn allow and forbid; the person's own rules and the mode come before. */
  readonly turnRules?: TurnRules | undefined
  /** The tool is not what it was when it was looked at: what was allowed before was another one. */
  readonly isChanged?: boolean
  /** The tool wants a person's word each time, and why. */
  readonly asksAlways?: AsksAlways | undefined
}

/** Why, as a text of `error-texts.ts` that each side says in its own language. */
export interface Reason {
  readonly code: Extract<ErrorCode, `permission.${string}`>
  readonly params: Readonly<Record<string, string>>
}

/** Why a piece of a shell line is risky, as a text of `error-texts.ts`. */
export type Risk = Extract<ErrorCode, `permission.risk_${string}`>

/** Why a call is asked about each time. */
export type AsksAlways = Extract<Reason['code'], 'permission.asks_always' | 'permission.asks_handover'>

/** One answer of the five layers. `rule` names the rule that decided, or for `deny` of a headless Ask the rule that would allow it. */
export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly layer: PermissionLayer
  readonly rule: string | undefined
  /** Where that rule stands. */
  readonly source: RuleSource | undefined
  readonly reason: Reason
  readonly parts: Approval['parts']
  /** Where the call's own paths really lead. */
  readonly places: readonly string[]
  /** Names exactly this call among the session's answers. */
  readonly suggestedRule: string
  /** Rules an "always" may keep; each would let the call pass. Empty where none can. */
  readonly suggestions: Approval['suggestions']
  /** A rule for settings or `--allow` that would let this call pass; undefined where none can. */
  readonly allowRule: string | undefined
  readonly expiresOn: Approval['expiresOn']
}

/** Where a rule stands. */
export interface RuleSource {
  /** `local`: answered by the person for this project. `run`: of the command line. */
  readonly kind: 'policy' | 'user' | 'project' | 'local' | 'run' | 'session'
  readonly file?: string
  readonly line?: number
}

export interface SourcedRule {
  readonly text: string
  readonly source: RuleSource
}

/** Rules that hold until the turn ends. */
export type TurnRules = Pick<PermissionRules, 'allow' | 'deny'>

/** Of all sources together. */
export interface PermissionRules {
  readonly allow: readonly SourcedRule[]
  readonly ask: readonly SourcedRule[]
  readonly deny: readonly SourcedRule[]
}

/** Judges calls; holds no state but its rules. */
export interface Permission {
  check(request: PermissionRequest): Promise<Verdict>
}
