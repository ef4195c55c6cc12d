import type { TurnEvent, TurnModel } from '../agent/index.ts'
import type { RunShell } from '../commands/index.ts'
import type { RevertRequest } from '../checkpoints/index.ts'
import type { Clock } from '../base/clock.ts'
import type { ChangedFile, ChangedTurn, FilePlan, Hunk } from '../contract/changes.ts'
import type { Budget } from '../config/budget.ts'
import type { AgentsSettings } from '../contract/app.ts'
import type { Effort, Mode } from '../contract/common.ts'
import type { WireError } from '../contract/errors.ts'
import type { AppEvent, SessionEvent, SessionSummary } from '../contract/events.ts'
import type { Message, UserMessage } from '../contract/messages.ts'
import type { QuestionAnswer } from '../contract/questions.ts'
import type { CompactResult, ContextUse } from '../contract/context.ts'
import type { Language } from '../contract/error-texts.ts'
import type { RewindInput, RewindPoint, RewindResult } from '../contract/rewind.ts'
import type { DropResult, ExportFormat, SessionHit, WaitingApproval } from '../contract/sessions.ts'
import type { Shell } from '../contract/shells.ts'
import type { QueuedPrompt } from '../contract/turns.ts'
import type { Row, SessionView } from '../contract/view.ts'
import type { Permission, TurnRules } from '../permission/index.ts'
import type { Hooks } from '../hooks/index.ts'
import type { FileLocks } from '../platform/index.ts'
import type { Environment, Logger } from '../platform/platform.ts'
import type { AgentSpec, EpochRecord, Handover, ImportFile, SearchQuery, SessionRecord, Storage } from '../storage/types.ts'
import type { Program, Tool } from '../tools/types.ts'
import type { ResourceMention } from '../workspace/index.ts'

export interface SessionDeps {
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Logger
  readonly env: Environment
  /** Folder that holds one folder a session. */
  readonly sessionsDir: string
  /** What can be called in a project now. The model is told of those of its epoch, and of later ones by `newsFor`. */
  readonly toolsFor: (projectRoot: string) => ReadonlyMap<string, Tool>
  /** Why an agent may not use a tool, for the model; undefined: it may. */
  readonly forbids: (agent: AgentSpec, tool: Tool) => string | undefined
  /** Ends the agents of a conversation or of an agent, those that wait for their turn too. */
  readonly stopAgents: (sessionId: string) => Promise<void>
  /** The tools' own: a file is not restored while one of them changes it. */
  readonly locks: FileLocks
  /** Nobody answers approvals. */
  readonly headless: boolean
  readonly emit: (event: SessionEvent) => void
  readonly announce: (event: AppEvent) => void
  /** A short name for a conversation, from an excerpt of it; undefined where nobody is to be asked. */
  readonly askForTitle: (sessionId: string, text: string, signal: AbortSignal) => Promise<string | undefined>
  /** A window shows something now. */
  readonly isWatched: () => boolean
  /** Takes providers' keys out of a text. */
  readonly redact: (text: string) => string
  /** Takes whatever looks like a secret out of a text that leaves the conversation. */
  readonly redactSecrets: (text: string) => string
  /** Undefined: nothing listens to what happens. */
  readonly hooks?: Pick<Hooks, 'dispatch' | 'refresh' | 'takePrompts' | 'leave'>
  /** Keeps a rule that a person answered "always" with. `AppError('config.*')`. */
  readonly rememberRule: (projectRoot: string, rule: string) => Promise<void>
  /** What happened in the session's background since its last prompt, a line each; each is given once. */
  readonly takeNotes: (sessionId: string) => readonly string[]
  /** What configuration says of a session now. `AppError('provider.*')` when no turn can run with it. */
  readonly runtimeFor: (session: SessionRecord, projectRoot: string) => Promise<TurnRuntime>
  /** What the model reads in place of a prompt that begins with `/name`; undefined: it is no command. `AppError('command.*')`. */
  readonly expandCommand: (text: string, projectRoot: string) => Promise<string | undefined>
  /**
   * The same once the commands in the text have run, line by line; undefined: it holds none, or nobody trusts its file. Rejects where
   * `runShell` does.
   */
  readonly runShellLines: (
    text: string,
    place: { readonly projectRoot: string; readonly runShell: RunShell },
  ) => Promise<string | undefined>
  /** What a skill that such a prompt starts allows and forbids. */
  readonly rulesOfCommand: (text: string, projectRoot: string) => Promise<TurnRules | undefined>
  /** The same of a skill that was loaded, by its id. */
  readonly rulesOfSkill: (id: string, projectRoot: string) => Promise<TurnRules | undefined>
  /** Runs a skill that such a prompt starts as an agent of its own; answers what the model is told of it. Undefined: it starts none. */
  readonly runCommand: (
    text: string,
    place: { readonly projectRoot: string; readonly sessionId: string; readonly signal: AbortSignal; readonly runShell: RunShell },
  ) => Promise<string | undefined>
  /**
   * A server's resource as it goes with a prompt; undefined: no server of that name, and none that may have been meant.
   * `AppError('mcp.*')`.
   */
  readonly readResource: (
    projectRoot: string,
    mention: ResourceMention,
    sessionDir: string,
  ) => Promise<UserMessage['attachments'] | undefined>
  readonly contextFactsFor: (session: SessionRecord, projectRoot: string) => Promise<ContextFacts>
  /** What the model has not been told yet, a text each: `system` and `tools` are the open epoch's, `messages` what was sent in it. */
  readonly newsFor: (
    projectRoot: string,
    told: { agent: AgentSpec | undefined; mode: Mode; contextWindow: number; messages: readonly Message[] } & Pick<
      EpochRecord,
      'system' | 'tools'
    >,
  ) => Promise<string[]>
  /** System text and tools for a new epoch. */
  readonly epochFor: (session: SessionRecord, projectRoot: string) => Promise<EpochRecord>
}

/** What is known of a session's window without asking anybody. */
export interface ContextFacts {
  /** Tokens the session's model takes. */
  readonly window: number
  /** Pieces of the system text, by kind. */
  readonly pieces: readonly { readonly kind: string; readonly text: string }[]
}

/** The outside of one turn, fixed when it starts. */
export interface TurnRuntime {
  readonly on: TurnModel
  /** The model that takes over from `out`; undefined when none is configured or it cannot be used either. */
  readonly fallback: (out: TurnModel) => Promise<TurnModel | undefined>
  readonly permission: Permission
  /** Of the texts the model is given. */
  readonly language: 'en' | 'zh-CN'
  readonly secretVariables: ReadonlySet<string>
  /** `shell.env_passthrough`. */
  readonly passthrough: readonly string[]
  /** The program as it runs in the session's sandbox. `AppError('permission.sandbox_required')`. */
  readonly confine: (program: Program, sessionDir: string) => Promise<Program>
  readonly budget: Budget
  /** Of all agents of a conversation together. */
  readonly agentBudget: AgentsSettings['budget']
  /** What is wrong with or was left off from the configuration, to be said once. */
  readonly notices: readonly WireError[]
}

export interface StartTurn {
  readonly sessionId: string
  readonly text: string
  readonly attachments: readonly string[]
  /** Instead of a prompt: the last turn goes on. */
  readonly goOn?: boolean
  /** With `goOn`: not the person wants it, but ends of agents are there to be told. */
  readonly isWoken?: boolean
  /** The waiting prompt this is; it leaves the queue as the turn's prompt is stored. */
  readonly queuedId?: string
  readonly maxTurns?: number | undefined
  /** US dollars. */
  readonly maxCostUsd?: number | undefined
  /** The turn ends with `limit` after this long. */
  readonly timeoutMs?: number | undefined
}

export interface NewAgent {
  readonly id: string
  readonly projectId: string
  readonly parentId: string | null
  readonly title: string
  readonly provider: string
  readonly model: string
  readonly mode: Mode
  readonly spec: AgentSpec
}

/** What a conversation is handed to. */
export type NewHandover = Pick<Handover, 'spec' | 'model'>

export interface QueuePrompt {
  readonly sessionId: string
  readonly text: string
  readonly attachments: readonly string[]
  readonly when: QueuedPrompt['when']
}

export interface ApprovalAnswer {
  readonly approvalId: string
  readonly decision: 'once' | 'session' | 'always' | 'no'
  /** Of `always`: one of the approval's suggestions; undefined: the first. */
  readonly rule?: string | undefined
  readonly reason?: string | undefined
}

/** Conversations: kept, shown, and driven one turn at a time. Unknown ids are `AppError('session.not_found')`. */
export interface Sessions {
  list(query: { projectId: string | undefined; limit: number; archived?: boolean }): SessionSummary[]
  create(input: { projectId: string; provider: string; model: string; mode: Mode }): SessionSummary
  projectOf(sessionId: string): string | undefined
  /** An agent's session, whose first prompt starts its first turn. Its card's id is its own. */
  createAgent(input: NewAgent): void
  /** What the conversation has sent so far becomes the beginning of the agent's; calls without a result are answered. */
  copyTo(sessionId: string, agentId: string): Promise<void>
  /** What was said to an agent and came too late for its turn; it is taken out. */
  takeQueue(agentId: string): string[]
  /** Tells an event of the conversation that no turn of it made. */
  tell(sessionId: string, event: TurnEvent): void
  /** Takes the conversation up where ends of agents wait for it and it is at rest; false: it could not be. */
  wake(sessionId: string): Promise<boolean>
  /** A turn runs in it or is about to. */
  isBusy(sessionId: string): boolean
  /** The snapshot. A turn that died with its process is closed first. */
  open(sessionId: string): Promise<SessionView>
  history(sessionId: string, before: string): { rows: Row[]; hasMore: boolean }
  changes(sessionId: string): Promise<{ files: ChangedFile[]; turns: ChangedTurn[] }>
  /** `changes.unknown_file`. */
  diff(sessionId: string, file: { path: string; turnId: string | undefined }): Promise<{ hunks: Hunk[]; truncated: boolean }>
  /** `session.busy`, `changes.*`. */
  revert(sessionId: string, request: RevertRequest & { dryRun: boolean }): Promise<FilePlan & { rewindId: string | null }>
  rewindPoints(sessionId: string, before: string | undefined): Promise<{ points: RewindPoint[]; hasMore: boolean }>
  /** `session.busy`, `session.no_such_message`. */
  rewind(input: RewindInput): Promise<RewindResult>
  /** A new session with the history up to a prompt. `session.no_such_message`. */
  fork(sessionId: string, messageId: string | undefined): Promise<{ session: SessionSummary; prompt: RewindResult['prompt'] }>
  rename(sessionId: string, title: string): SessionSummary
  /** At the top of the list, or out of it. Whoever drives the session goes on. */
  place(sessionId: string, changes: { pinned?: boolean; archived?: boolean }): SessionSummary
  /** For good, with its files. All or none: `session.busy` while one of them is driven. */
  remove(sessionIds: readonly string[]): Promise<void>
  search(query: SearchQuery): Promise<{ hits: SessionHit[]; next: string | null }>
  /** Redacted. */
  export(sessionId: string, options: { format: ExportFormat; language: Language }): Promise<string>
  /** `AppError('files.no_session')`. */
  import(file: ImportFile): Promise<Extract<DropResult, { kind: 'session' }>>
  setMode(sessionId: string, mode: Mode): SessionSummary
  /** Opens a new epoch; `session.busy` while a turn runs. */
  setModel(sessionId: string, model: { provider: string; model: string }): SessionSummary
  /** From the next turn on; the epoch stays. null: what configuration says. */
  setEffort(sessionId: string, effort: Effort | null): SessionSummary
  /**
   * Hands the conversation to a definition, or back to itself; the next request opens a new epoch. `session.busy` for a person while a
   * turn runs.
   */
  setAgent(sessionId: string, to: NewHandover | null, by: 'user' | 'agent'): SessionSummary
  /** What the next request would be made of. */
  context(sessionId: string): Promise<ContextUse>
  /** Sums the conversation up; `turns.cancel` ends it. `session.busy`, `compact.*`, `provider.*`. */
  compact(sessionId: string, focus: string): Promise<CompactResult>
  /** A new session with this one's model and mode. */
  clear(sessionId: string): Promise<SessionSummary>
  /** No window shows it any more; what runs in it goes on. */
  leave(sessionId: string): Promise<void>
  startTurn(input: StartTurn): Promise<{ turnId: string }>
  /** Keeps a prompt for when the running turn ends, or for its next step; answers its id. */
  queue(input: QueuePrompt): Promise<{ id: string }>
  unqueue(sessionId: string, id: string): void
  sendNow(sessionId: string, id: string): Promise<void>
  /** Ends the running turn's wait for its next try. */
  retryNow(sessionId: string): void
  /** The same for every turn that runs here. */
  retryAll(): void
  /** Settles once the running turn has ended; at once when there is none. */
  cancelTurn(sessionId: string): Promise<void>
  /** What waits for a person; `projectId` undefined: in all projects. */
  approvals(projectId: string | undefined): WaitingApproval[]
  /** `approval.*`; as expired goes also what belongs to another project. */
  answer(answer: ApprovalAnswer, projectId: string | undefined): Promise<void>
  /** Tells those who look at the session of a background shell, outside a turn too. */
  tellShell(sessionId: string, shell: Shell): void
  /** `question.expired` as above; `question.wrong_answer` leaves the question open. */
  answerQuestion(answer: { questionId: string; answer: QuestionAnswer }, projectId: string | undefined): Promise<void>
  /** Cancels what runs and waits for it. */
  close(): Promise<void>
}
