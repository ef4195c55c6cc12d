import type { AuditFilter, AuditRow } from '../contract/audit.ts'
import type { Mode, Usage } from '../contract/common.ts'
import type { Language } from '../contract/error-texts.ts'
import type { AppError } from '../contract/errors.ts'
import type { Approval } from '../contract/events.ts'
import type { Message } from '../contract/messages.ts'
import type { PendingQuestion } from '../contract/questions.ts'
import type { ExportFormat, SearchRole, SkipReason, Snippet } from '../contract/sessions.ts'
import type { CheckpointRepository } from './checkpoint-types.ts'
import type { ContactRepository } from './contact-types.ts'
import type { DraftRepository } from './draft-types.ts'
import type { ReviewRepository } from './review-types.ts'
import type { HookMarkRepository, HookRunRepository } from './hook-types.ts'
import type { SessionPatch, SessionRepository } from './session-types.ts'
import type { TaskRepository } from './task-types.ts'

export type {
  AgentSpec,
  EpochRecord,
  Handover,
  ModelName,
  RemoteAuth,
  RemoteTarget,
  SessionPatch,
  SessionRecord,
  SessionRepository,
  ToolLimit,
  AgentLimit,
  WorktreePlace,
} from './session-types.ts'

/** The one SQLite file. Every statement is single-row or paged (≤ 50 rows). Failures are `AppError('storage.*')`. */
export interface Storage {
  /** What the host is to show: `storage.set_aside` when the file was damaged and an empty one took its place. */
  readonly problems: readonly AppError[]
  readonly projects: ProjectRepository
  readonly sessions: SessionRepository
  readonly messages: MessageRepository
  readonly usage: UsageRepository
  readonly leases: LeaseRepository
  readonly bulk: Bulk
  readonly inbox: InboxRepository
  readonly waiting: WaitingRepository
  readonly news: News
  readonly checkpoints: CheckpointRepository
  readonly trust: TrustRepository
  readonly skillLinks: SkillLinkRepository
  readonly skillUses: SkillUseRepository
  readonly audit: AuditRepository
  readonly hookMarks: HookMarkRepository
  readonly hookRuns: HookRunRepository
  readonly tasks: TaskRepository
  readonly drafts: DraftRepository
  readonly newestVersion: NewestVersionRepository
  readonly reviews: ReviewRepository
  readonly contacts: ContactRepository
  /** Within a second. */
  close(): Promise<void>
}

export interface ProjectRecord {
  readonly id: string
  /** Real path. */
  readonly path: string
  readonly lastOpenedAt: number
  /** Off the recent list; opening it again brings it back. */
  readonly forgotten: boolean
}

export interface ProjectRepository {
  /** The project of a real path, made when new, marked opened now. */
  open(path: string): ProjectRecord
  /** The same without counting as opened: one that is new or forgotten stays out of `recent`. */
  look(path: string): ProjectRecord
  get(id: string): ProjectRecord | undefined
  /** Newest first, without forgotten ones. */
  recent(limit: number): readonly ProjectRecord[]
  forget(id: string): void
}

/** Work that takes longer than a window may wait: on a connection of its own, in hosts with windows on a thread of its own. */
export interface Bulk {
  /** The whole conversation, oldest first. */
  load(sessionId: string): Promise<readonly Message[]>
  search(query: SearchQuery): Promise<SearchPage>
  /** The whole session as text. */
  export(input: { sessionId: string; format: ExportFormat; language: Language }): Promise<string>
  /** Reads a file into a new session, which is there for others once it is whole. `AppError('files.no_session')`. */
  import(input: ImportFile): Promise<ImportedFile>
  /** Rows of hidden sessions, a few at a time. */
  remove(sessionIds: readonly string[]): Promise<void>
  /** Bytes of messages by project. */
  sizes(): Promise<ReadonlyMap<string, { sessions: number; bytes: number }>>
  /** A whole copy of the database, written while others go on writing. */
  backup(path: string): Promise<void>
  /** Finishes what an older format or a killed process left: messages not yet in the search index, deletions and imports cut short. Answers the ids of sessions removed. */
  tidy(): Promise<readonly string[]>
  /** Ends its thread, within a second. */
  close(): Promise<void>
}

export interface SearchQuery {
  readonly text: string
  /** Undefined: over all. */
  readonly projectId: string | undefined
  readonly role?: SearchRole | undefined
  /** Milliseconds since the epoch. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Sessions. */
  readonly limit: number
  readonly next?: string | undefined
}

export interface SearchPage {
  /** Session ids with their places, in the order found. */
  readonly found: readonly (readonly [string, readonly Snippet[]])[]
  readonly next: string | null
}

export interface ImportFile {
  readonly projectId: string
  readonly name: string
  readonly bytes: Uint8Array
  /** For a session whose own provider is none of `known`. */
  readonly provider: string
  readonly model: string
  readonly mode: Mode
  /** Names of configured providers. */
  readonly known: readonly string[]
}

export interface ImportedFile {
  readonly sessionId: string
  readonly imported: number
  readonly skipped: readonly { reason: SkipReason; count: number }[]
}

export interface MessageRepository {
  /** Stores the message, the session's `lastSeq` and the patch in one transaction; on return it survives `kill -9`. */
  append(sessionId: string, message: Message, patch: SessionPatch & { lastSeq: number }): void
  /** What the model reads in place of a prompt it has not been sent yet. */
  setExpanded(sessionId: string, messageId: string, expanded: string): void
  /** The newest `limit` (≤ 50) messages before the message id `before`, oldest first. */
  page(query: { sessionId: string; before: string | undefined; limit: number }): { messages: readonly Message[]; hasMore: boolean }
  /** Tool results that changed a file, oldest first, paged inside; for the Changes panel. */
  changes(sessionId: string): AsyncIterable<Extract<Message, { role: 'tool' }>>
  /** The tool result of one call. */
  toolResult(sessionId: string, toolCallId: string): Extract<Message, { role: 'tool' }> | undefined
  /** What the open epoch is made of, in the order of storing: from what the newest summary kept on; all where there is none. */
  epoch(sessionId: string): AsyncIterable<Message>
  /** All of them, oldest first, read in pages that yield to the event loop. */
  all(sessionId: string): AsyncIterable<Message>
}

/** `costUsd` is null as soon as one request's price is not known. */
export interface UsageSum extends Usage {
  readonly key: string
  readonly label: string
  readonly requests: number
}

export interface CallSum {
  readonly key: string
  readonly calls: number
  readonly failures: number
  readonly durationMs: number
}

export interface UsageRepository {
  add(row: { sessionId: string; turnId: string; step: number; provider: string; model: string; usage: Usage; at: number }): void
  /** The newest 91 days of the machine's own time zone since `since` (milliseconds). */
  byDay(since: number): readonly UsageSum[]
  /** Over all projects, at most 50, the largest first. */
  by(what: 'model' | 'project' | 'agent', since: number): readonly UsageSum[]
  /** Over all projects, at most 50, the most called first. */
  calls(what: 'tool' | 'server' | 'skill' | 'hook', since: number): readonly CallSum[]
  /** The project's 50 newest sessions that cost something. */
  bySession(projectId: string): readonly UsageSum[]
  /** A session's 50 newest steps. */
  byStep(sessionId: string): readonly UsageSum[]
  /** Of all agents below the session, with or without its own; `knownUsd`: the prices that are known. */
  ofTree(root: string, which: { withRoot: boolean }): Usage & { readonly knownUsd: number }
  /** US dollars of all requests since then whose price is known. */
  costSince(since: number): number
}

/** Commands for a session that another live process drives. */
export interface InboxRepository {
  /** Answers the command's id. */
  send(sessionId: string, command: string): string
  /** What is not answered yet, oldest first. */
  open(sessionId: string): readonly { readonly id: string; readonly command: string }[]
  answer(id: string, answer: string): void
  answerOf(id: string): string | undefined
  drop(id: string): void
}

/** Approvals and questions that wait for a person, kept for other processes; approvals outlive the process that asked. */
export interface WaitingRepository {
  /** `boundTo`: what the approval was asked for; never empty. */
  add(
    sessionId: string,
    waiting: { id: string; kind: 'approval'; body: Approval; boundTo: string } | { id: string; kind: 'question'; body: PendingQuestion },
  ): void
  remove(sessionId: string, id: string): void
  clear(sessionId: string): void
  list(sessionId: string): { approvals: Approval[]; questions: PendingQuestion[] }
  /** The session's approvals that an answer after a restart can settle. */
  kept(sessionId: string): readonly { readonly approval: Approval; readonly boundTo: string }[]
  /** The 50 that wait longest; `projectId` undefined: over all projects. Some may be what a killed process left. */
  approvals(projectId: string | undefined): readonly { readonly approval: Approval; readonly sessionId: string; readonly askedAt: number }[]
  sessionOf(id: string): string | undefined
}

/** What other processes (and the storage thread) have written. */
export interface News {
  /** Since the last call; undefined: nothing. `projects`: those whose list of sessions is another. `hasMore`: ask again at once. */
  take(): { readonly sessions: readonly string[]; readonly projects: readonly string[]; readonly hasMore: boolean } | undefined
}

export interface LeaseRepository {
  /** Who drives the session, if it is another live process. */
  heldElsewhere(sessionId: string): { host: string; pid: number; program: string } | undefined

  /** Takes the session for this process; a dead or reused pid of this host frees it at once. */
  acquire(sessionId: string): { ok: true } | { ok: false; holder: { host: string; pid: number; program: string } }
  release(sessionId: string): void
  /** Marks all leases of this process as alive; called every 10 s. */
  renew(): void
}

export interface KeptItem {
  readonly key: string
  readonly hash: string
  readonly text: string
}

/** What a person said of a folder. */
export interface TrustRecord {
  readonly decision: 'none' | 'trusted' | 'declined'
  /** Definitions as they were when they were looked at, by key. */
  readonly items: ReadonlyMap<string, Omit<KeptItem, 'key'>>
}

/** Trust of project folders, by real path. */
export interface TrustRepository {
  get(path: string): TrustRecord
  /** Folders with a decision, newest first. */
  list(): readonly { readonly path: string; readonly decision: 'trusted' | 'declined'; readonly at: number }[]
  decide(path: string, decision: 'trusted' | 'declined'): void
  keep(path: string, items: readonly KeptItem[]): void
  /** Forgets the decision and every item. */
  revoke(path: string): void
}

/** The newest version of the product that has shown a window; undefined: none has yet. */
export interface NewestVersionRepository {
  get(): string | undefined
  set(version: string): void
}

/** How often skills were started, by name in small letters. */
export interface SkillUseRepository {
  add(name: string): void
  all(): ReadonlyMap<string, number>
}

/** Links among skills that lead elsewhere, by the real path of the folder they lie in. */
export interface SkillLinkRepository {
  /** A person let it lead to this real path. A link that is seen to lead elsewhere loses the word that was given. */
  isAllowed(link: string, target: string): boolean
  allow(link: string, target: string): void
  forget(link: string): void
}

/** Rows are only ever added, and go by age. */
export interface ServerCall {
  /** Full name. */
  readonly tool: string
  /** When it ended, in milliseconds since the epoch. */
  readonly ts: number
  readonly durationMs: number
  readonly isError: boolean
}

export interface AuditRepository {
  add(row: Omit<AuditRow, 'id'>): void
  /** Newest first, at most 50. */
  page(query: AuditFilter & { projectRoot: string | undefined; before?: number | undefined; limit: number }): {
    rows: AuditRow[]
    hasMore: boolean
  }
  /** Calls of tools of one MCP server that were let through and not stopped, newest first. */
  serverCalls(query: { projectRoot: string; server: string; since: number; limit: number }): ServerCall[]
  /** Drops a bounded number of rows older than `before` (milliseconds since the epoch); answers how many. */
  sweep(before: number): number
}
