import type { SourcedRule, TurnRules } from '../permission/index.ts'
import { createEmitter, type Emitter } from '../base/emitter.ts'
import type { StopReason } from '../contract/common.ts'
import { emptyView, fold } from '../contract/fold.ts'
import type { Message } from '../contract/messages.ts'
import type { Approval, SessionEvent, SessionSummary } from '../contract/events.ts'
import type { SessionView } from '../contract/view.ts'
import type { TurnEvent, TurnStop } from '../agent/index.ts'
import type { Mode } from '../contract/common.ts'
import type { AgentSpec, SessionPatch, SessionRecord } from '../storage/types.ts'
import type { FileMemory } from '../tools/types.ts'
import { asAgentEvent } from './agent-events.ts'
import { agentMode, specOf } from './agent-mode.ts'
import { createCacheWatch, type CacheWatch } from './cache-watch.ts'
import type { OpenQuestion } from './questions.ts'
import type { ApprovalAnswer, SessionDeps } from './types.ts'
import { createWindowState, type WindowState } from './window-state.ts'

export interface RunningTurn {
  readonly turnId: string
  readonly signal: AbortSignal
  /** Aborts the signal. */
  stop(reason: TurnStop): void
  /** Told when a person does not want to wait any longer. */
  readonly hurry: Emitter<void>
  /** Of the skills that were loaded in it. */
  readonly rules: { readonly allow: SourcedRule[]; readonly deny: SourcedRule[] }
  /** Resolves `ended`. */
  end(): void
  readonly ended: Promise<void>
}

export interface PendingApproval {
  readonly approval: Approval
  settle(answer: ApprovalAnswer): void
}

/** `stopped`: the turn was. `left`: the core closes; the next start shows the approval again. */
export type Settled = ApprovalAnswer | 'stopped' | 'left'

/** An approval that a call of the running turn waits for. */
export interface AskedApproval {
  readonly approval: Approval
  /** The hash of what it was asked for. */
  readonly boundTo: string
  readonly answer: Promise<Settled>
}

/** What this process knows of a session beyond what is stored. */
export interface LiveSession {
  readonly id: string
  readonly projectId: string
  readonly projectRoot: string
  /** Where its tools work: the project's folder, or a worktree of its repository. */
  readonly workRoot: string
  /** MEWCODE_HOME/sessions/<id>; of an agent its conversation's. */
  readonly dir: string
  /** The conversation a person has; this one itself where it is no agent's. */
  readonly root: LiveSession
  /** Its own id, then of those it was started by. */
  readonly lineage: readonly string[]
  /** What limits it: an agent's own, or of the agent the conversation was handed to; undefined: nothing does. */
  readonly spec: AgentSpec | undefined
  /** The one that rules now: of an agent never more than its conversation's. */
  readonly mode: Mode
  /** Agents of this conversation that are at work; as long as there are any it stays this process's. */
  readonly agents: Set<string>
  /** A file's bytes hold a provider's key. */
  isSecret(bytes: Uint8Array): boolean
  /** What events made of the running turn; its rows are that turn's only. */
  readonly view: SessionView
  readonly record: SessionRecord
  readonly grants: Set<string>
  /** Budgets that the person let this process go beyond. */
  readonly overspends: Set<string>
  readonly seen: FileMemory
  /** Of the open epoch. */
  cache: CacheWatch
  /** New when the session is resumed. */
  window: WindowState
  /** Notices this process has told, as JSON. */
  readonly told: Set<string>
  readonly pending: Map<string, PendingApproval>
  /** By call: asked before a restart, not yet reached by the turn that goes on. */
  readonly asked: Map<string, AskedApproval>
  readonly questions: Map<string, OpenQuestion>
  /** Message ids by the row that a page began with. */
  readonly pageStarts: Map<string, string>
  turn: RunningTurn | undefined
  /** A turn is being admitted. */
  isStarting: boolean
  /** Where it came from, as its hooks are told. */
  origin: 'startup' | 'clear' | 'fork'
  /** Its hooks heard of it in this process. */
  hasBegun: boolean
  /** Told when a turn has ended and another may start. */
  readonly turnEnded: Emitter<StopReason>
  /** The waiting prompt that is becoming a turn. */
  delivering: string | undefined
  /** The core is closing: nothing starts any more. */
  isClosed: boolean
  /** How much agents of this conversation ask a person. */
  askedByAgents(): number
  summary(): SessionSummary
  /** Numbers an event, folds it and tells it. */
  emit(turnId: string, event: TurnEvent): void
  /** Stores the message with the numbers its events will have, then tells them. */
  store(message: Message, events: readonly (TurnEvent | (() => TurnEvent))[], patch?: SessionPatch): void
  /** Stores a change outside a turn, then tells `event` and the new summary. */
  change(patch: SessionPatch, event?: TurnEvent): void
  /** Tells `session.started` when this process has not yet. Its number is stored with the next change. */
  start(): void
  /** Takes up a stored turn: what it shows so far, and what waits in it. */
  showTurn(rows: SessionView['rows'], approvals: SessionView['approvals']): void
  /** The running turn's rows are read from messages from now on. */
  dropRows(): void
  /** Reads the record again; what another process did since makes this process start anew. */
  refresh(): void
}

export function createRunningTurn(turnId: string): RunningTurn {
  const stop = new AbortController()
  const ended = Promise.withResolvers<void>()
  return {
    turnId,
    signal: stop.signal,
    stop: (reason) => stop.abort(reason),
    hurry: createEmitter<void>(),
    rules: { allow: [], deny: [] },
    end: ended.resolve,
    ended: ended.promise,
  }
}

/** Nothing happens without a turn: what a skill allows ends with it. */
export function followRules({ turn }: Pick<LiveSession, 'turn'>, rules: TurnRules | undefined): void {
  turn?.rules.allow.push(...(rules?.allow ?? []))
  turn?.rules.deny.push(...(rules?.deny ?? []))
}

export function createLiveSession(
  { storage, clock, redact, emit: tell }: SessionDeps,
  {
    record: first,
    projectRoot,
    dir,
    parent,
  }: { record: SessionRecord; projectRoot: string; dir: string; parent?: LiveSession | undefined },
): LiveSession {
  const { id, projectId } = first
  const files = new Map<string, string>()
  let record = first
  let view = viewOf(first)
  let isStarted = false

  const live: LiveSession = {
    id,
    projectId,
    projectRoot,
    get workRoot() {
      return record.agent?.worktree?.cwd ?? projectRoot
    },
    dir,
    isSecret(bytes) {
      const text = Buffer.from(bytes).toString('latin1')
      return redact(text) !== text
    },
    get view() {
      return view
    },
    get record() {
      return record
    },
    get root() {
      return parent?.root ?? live
    },
    get spec() {
      return specOf(record)
    },
    get mode() {
      return agentMode(live.spec, parent?.mode ?? record.mode)
    },
    agents: new Set(),
    lineage: [id, ...(parent?.lineage ?? [])],
    grants: parent?.grants ?? new Set(),
    overspends: new Set(),
    seen: { get: (path) => files.get(path), set: (path, sha256) => void files.set(path, sha256) },
    cache: createCacheWatch(),
    window: createWindowState(),
    told: new Set(),
    pending: new Map(),
    asked: new Map(),
    questions: new Map(),
    pageStarts: new Map(),
    turn: undefined,
    isStarting: false,
    origin: 'startup',
    hasBegun: false,
    turnEnded: createEmitter<StopReason>(),
    delivering: undefined,
    isClosed: false,
    askedByAgents: () => [...view.approvals, ...view.questions].filter(({ agentId }) => agentId !== undefined && agentId !== id).length,
    summary() {
      const ofAgents = live.askedByAgents()
      // Without a turn only what outlived its process waits, and what agents ask.
      if (!live.turn) return summaryOf(record, { running: false, waiting: storage.waiting.kept(id).length + ofAgents })
      return summaryOf(record, { running: true, waiting: live.pending.size + live.questions.size + ofAgents })
    },
    emit(turnId, body) {
      const event: SessionEvent = { ...body, seq: view.lastSeq + 1, ts: new Date(clock.now()).toISOString(), sessionId: id, turnId }
      view = fold(view, event)
      tell(event)
      const told = parent && asAgentEvent(body, id)
      if (!told) return
      live.root.start()
      live.root.emit(turnId, told)
    },
    store(message, events, patch = {}) {
      storage.messages.append(id, message, { ...patch, lastSeq: view.lastSeq + events.length })
      record = storage.sessions.get(id) ?? record
      for (const event of events) live.emit(message.turnId, typeof event === 'function' ? event() : event)
    },
    change(patch, event) {
      live.start()
      record = storage.sessions.update(id, { ...patch, lastSeq: view.lastSeq + (event ? 2 : 1) })
      const turnId = live.turn?.turnId ?? ''
      if (event) live.emit(turnId, event)
      live.emit(turnId, { type: 'session.updated', session: live.summary() })
    },
    start() {
      if (isStarted) return
      isStarted = true
      const { provider, model, mode } = record
      const firstSeq = view.lastSeq + 1
      live.emit('', { type: 'session.started', projectRoot, provider, model, mode, resumed: record.messages > 0, firstSeq })
    },
    showTurn(rows, approvals) {
      view = { ...view, rows, approvals }
    },
    dropRows() {
      view = { ...view, rows: [] }
    },
    refresh() {
      record = storage.sessions.get(id) ?? record
      if (record.lastSeq <= view.lastSeq) return
      // What this process runs goes on, whoever spoke last.
      view = { ...viewOf(record), shells: view.shells }
      isStarted = false
    },
  }
  return live
}

function viewOf(record: SessionRecord): SessionView {
  return {
    ...emptyView(summaryOf(record, { running: false, waiting: 0 })),
    lastSeq: record.lastSeq,
    todos: [...record.todos],
    queue: [...record.queue],
    total: record.usage,
    context: { used: record.contextUsed, window: record.contextWindow },
  }
}

export function summaryOf(record: SessionRecord, now: { running: boolean; waiting: number }): SessionSummary {
  const { id, projectId, title, provider, model, createdAt, updatedAt, messages, pinned, archived, usage, handover } = record
  const { costUsd } = usage
  const mode = agentMode(handover?.spec, record.mode)
  const agent = handover?.spec.type
  const effort = record.effort ?? undefined
  return { id, projectId, title, provider, model, mode, effort, agent, createdAt, updatedAt, messages, costUsd, pinned, archived, ...now }
}
