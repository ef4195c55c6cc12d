import type { AppError } from '../../contract/errors.ts'
import type { Environment } from '../../platform/index.ts'
import type { Program } from '../../permission/sandbox/index.ts'
import type { WebAccess } from '../../tools/index.ts'
import type { HookPlace, RunSubagent } from '../types.ts'
import type { Decision } from './decision.ts'

/** What an action came to, before the event says what that means. */
export interface RawRun {
  /** In words, or as an error that has some; undefined: it went well. */
  readonly failure: { readonly detail: string } | { readonly error: AppError } | undefined
  /** It could not even be started. */
  readonly isLaunch: boolean
  readonly exitCode: number | null
  readonly saysNo: boolean
  /** Of its word, in its own words. */
  readonly reason: string
  readonly decision: Decision | undefined
  /** Its output is no JSON with a decision. */
  readonly isPlain: boolean
  readonly stdout: string
  readonly stderr: string
  readonly stdoutBytes: number
  readonly stderrBytes: number
}

export interface RunDeps {
  readonly env: Environment
  /** Complete; without a credential. */
  readonly environmentFor: (place: HookPlace) => Readonly<Record<string, string>>
  /** The program as it runs in the system's sandbox. `AppError('permission.sandbox_required')`. */
  readonly confine: (program: Program, place: HookPlace) => Promise<Program>
  readonly web: WebAccess
  /** Hosts that rules of a project may reach though they are not public. */
  readonly allowedHosts: readonly string[]
  /** The variable holds a key of the person's. */
  readonly isSecretVariable: (name: string) => boolean
  readonly runSubagent: RunSubagent | undefined
  /** The conversation as a file of lines that scripts of other products read; empty where there is none. */
  readonly transcriptOf: (place: HookPlace) => Promise<string>
  /** A hook's agent has been started. */
  readonly onAgent: (agentId: string) => void
}

const NOTHING = { isLaunch: false, exitCode: null, saysNo: false, reason: '', decision: undefined, isPlain: true }
const SILENT = { stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0 }

export function failed(detail: string): RawRun {
  return { failure: { detail }, ...NOTHING, ...SILENT }
}

/** It went well and said `text` and nothing else. */
export function said(text: string): RawRun {
  return { failure: undefined, ...NOTHING, ...SILENT, stdout: text, stdoutBytes: Buffer.byteLength(text) }
}
