import type { RpcHandlers } from '../contract/index.ts'
import type { AppEvent, SessionEvent } from '../contract/events.ts'
import type { Caller } from '../contract/method.ts'
import type { DropResult } from '../contract/sessions.ts'
import type { Redactor } from '../credentials/types.ts'
import type { SourcesDeps } from '../skills/index.ts'
import type { WebAccess } from '../tools/index.ts'
import type { Platform } from '../platform/platform.ts'

/** A host's platform and the one redactor its log and the keys share. */
export type HostPlatform = Platform & { readonly redactor: Redactor }

/** Choices of the host that no caller can change. */
export interface CoreOptions {
  /** No person answers: an Ask becomes a denial that names the rule that would allow the call. */
  headless?: boolean
  /** False: the host shows one project only. */
  home?: boolean
  /** Keep nothing on disk. */
  ephemeral?: boolean
  /** Treat project configuration as trusted for this run. */
  trustProjects?: boolean
  /** Hooks that fail block, unless they say otherwise. */
  hooksFailClosed?: boolean
  /** The public web, unless a test puts its own server in its place. */
  web?: WebAccess
  /** The hosts skills come from, unless a test puts its own servers in their place. */
  skillSources?: Partial<Pick<SourcesDeps, 'github' | 'hosts'>>
  /** Extra rules from the command line. */
  rules?: { allow: readonly string[]; deny: readonly string[] }
}

/** The agent core, running. */
export interface Core {
  /** Answers every method of the contract; `rpc` calls it after parsing. */
  readonly handlers: RpcHandlers
  readonly windows: WindowRegistry
  readonly tickets: FileTickets
  /** Takes what looks like a secret out of an error's words. */
  redact(text: string): string
  /** Everything that happens; hosts pass on what `windows.sees` allows. */
  onEvent(listener: (event: SessionEvent | AppEvent) => void): () => void
  /** Cancels turns, ends children, releases leases, closes the database. ≤ 3 s. */
  close(): Promise<void>
}

/**
 * Bytes that do not travel in frames. A path comes from `files.ticket`, is valid for a minute and once, and is its own
 * permission; any other is `AppError('files.ticket_invalid')`.
 */
export interface FileTickets {
  /** `AppError('files.too_large' | 'files.unsupported')`. */
  put(path: string, bytes: Uint8Array): Promise<DropResult>
  get(path: string): Promise<string>
  /** The image or document behind a path; undefined where the path is for something else, which `get` answers. */
  media(path: string): Promise<MediaFile | undefined>
  /** What a PUT on this path may bring, so that a host need not take more in. */
  maxBytes(path: string): number
}

export interface MediaFile {
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Window ids the host issued, the project each is bound to, and the sessions each has opened. */
export interface WindowRegistry {
  /** Binds a new window to a project folder. `AppError('project.*')` when the folder is missing or unreadable. */
  open(path: string): Promise<Caller & { readonly projectId: string }>
  /** As `open`, for a command that only looks: the folder does not become a recent one. */
  look(path: string): Promise<Caller & { readonly projectId: string }>
  /** A Home window. */
  openHome(): Caller
  /** The machine woke: waits between tries end, and every MCP server is asked whether it is there. */
  woke(): void
  /** The caller behind an issued id; undefined for an id the host did not issue. */
  find(windowId: string): Caller | undefined
  /** One more page of an issued window, with opened sessions of its own; gone with `detach`. Undefined as for `find`. */
  join(windowId: string): Caller | undefined
  /** Whether this window is to get this event: all of sessions it opened, summaries of its project's others, all for Home's lists. */
  sees(windowId: string, event: SessionEvent | AppEvent): boolean
  /** The connection ended; what it had opened is forgotten, a turn goes on. */
  detach(windowId: string): void
}
