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
  /** May be read without asking. */
  readonly sessionDir: string
  readonly mode: Mode
  /** Rules a person granted for this session. */
  readonly sessionRules: readonly string[]
}

/** Why, as a text of `error-texts.ts` that each side says in its own language. */
export interface Reason {
  readonly code: Extract<ErrorCode, `permission.${string}`>
  readonly params: Readonly<Record<string, string>>
}

/** One answer of the five layers. `rule` names the rule that decided, or for `deny` of a headless Ask the rule that would allow it. */
export interface Verdict {
  readonly decision: 'allow' | 'ask' | 'deny'
  readonly layer: PermissionLayer
  readonly rule: string | undefined
  readonly reason: Reason
  readonly parts: Approval['parts']
  /** Names exactly this call among the session's answers. */
  readonly suggestedRule: string
  /** A rule for settings or `--allow` that would let this call pass; undefined where none can. */
  readonly allowRule: string | undefined
  readonly expiresOn: Approval['expiresOn']
}

export interface PermissionRules {
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
}

/** Judges calls; holds no state but its rules. */
export interface Permission {
  check(request: PermissionRequest): Promise<Verdict>
}
