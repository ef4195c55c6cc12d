import { z } from 'zod'
import {
  ApprovalOutcome,
  Attachment,
  CompactTrigger,
  ContentBlock,
  Effort,
  Mode,
  PermissionLayer,
  StopReason,
  TodoItem,
  ToolCategory,
  ToolMeta,
  Usage,
} from './common.ts'
import { CloneStep } from './clone.ts'
import { WireError } from './errors.ts'
import { HookMark, HookSource } from './hooks.ts'
import { RewindWhat } from './rewind.ts'
import { PendingQuestion, QuestionAnswer } from './questions.ts'
import { QueuedPrompt } from './turns.ts'
import { Shell } from './shells.ts'
import { Task } from './tasks.ts'
import { UpdateState } from './updates.ts'

/** What the core wants a person to decide. `parts` says what would happen, piece by piece. */
export const Approval = z.object({
  approvalId: z.string(),
  toolCallId: z.string(),
  toolName: z.string(),
  input: z.unknown(),
  category: ToolCategory,
  /** English. */
  reason: z.string(),
  /** The reason's text in `error-texts.ts`, for a window's own language. */
  reasonCode: z.string(),
  reasonParams: z.record(z.string(), z.string()),
  parts: z.array(
    z.object({
      text: z.string(),
      /** Why this piece is risky, a code of `error-texts.ts`; absent when it is not. */
      risk: z.string().optional(),
      decision: z.enum(['allow', 'ask', 'deny']),
      rule: z.string().optional(),
    }),
  ),
  /** What an edit would change, as a unified diff. */
  diff: z.string().optional(),
  cwd: z.string(),
  /** The agent whose call it is; absent where the conversation itself made it. */
  agentId: z.string().optional(),
  agentName: z.string().optional(),
  /** Rule that a "this session" answer would keep, in rule syntax. */
  sessionRule: z.string(),
  /** Rules that an "always" answer may keep; the first is the exact one. Empty: the call is asked each time. */
  suggestions: z.array(z.object({ rule: z.string(), kind: z.enum(['exact', 'prefix']) })).default([]),
  layer: PermissionLayer,
  expiresOn: z.enum(['arguments', 'file']),
})
export type Approval = z.infer<typeof Approval>

export const SessionSummary = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string(),
  provider: z.string(),
  model: z.string(),
  mode: Mode,
  /** Absent: what configuration says. */
  effort: Effort.optional(),
  /** Name of the agent the conversation was handed to; absent: it is itself. */
  agent: z.string().optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  messages: z.number().int(),
  costUsd: z.number().nullable(),
  /** Kept at the top of the list, its files kept from the sweep. */
  pinned: z.boolean(),
  /** Out of the list, not deleted. */
  archived: z.boolean(),
  /** A turn is running. */
  running: z.boolean(),
  /** Approvals and questions waiting for an answer. */
  waiting: z.number().int(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

const common = {
  seq: z.number().int(),
  /** ISO 8601, UTC. */
  ts: z.string(),
  sessionId: z.string(),
  /** Empty string for events outside a turn. */
  turnId: z.string(),
  agentId: z.string().optional(),
}

function event<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.object({ type: z.literal(type), ...common, ...shape })
}

/** Events of a session, numbered +1 each; the same objects go to scripts (`stream-json`) and to windows. */
export const SessionEvent = z.discriminatedUnion('type', [
  event('session.started', {
    projectRoot: z.string(),
    provider: z.string(),
    model: z.string(),
    mode: Mode,
    resumed: z.boolean(),
    firstSeq: z.number().int(),
  }),
  event('turn.started', {
    prompt: z.string(),
    /** The agent the conversation was handed to; absent: it is itself. */
    agent: z.string().optional(),
    attachments: z.array(Attachment).default([]),
    /** The turn goes on where the last one was cut off; there is no prompt. */
    goOn: z.boolean().optional(),
  }),
  /** What the person said while the turn ran; the next step answers it. */
  event('prompt.added', { messageId: z.string(), prompt: z.string(), agent: z.string().optional(), attachments: z.array(Attachment) }),
  event('step.started', { step: z.number().int() }),
  event('text.delta', { text: z.string() }),
  /** `durationMs`: of this stretch of thinking so far. */
  event('thinking.delta', { text: z.string(), durationMs: z.number().default(0) }),
  event('stream.discarded', { reason: z.string() }),
  event('tool.preparing', { toolCallId: z.string(), name: z.string(), bytes: z.number().int(), path: z.string().optional() }),
  event('tool.requested', {
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown(),
    category: ToolCategory,
    readOnly: z.boolean(),
    /** The model did not make it: it came with a text that was loaded. */
    isAside: z.literal(true).optional(),
  }),
  event('tool.progress', {
    toolCallId: z.string(),
    text: z.string().optional(),
    progress: z.number().optional(),
    total: z.number().optional(),
  }),
  event('approval.requested', Approval.shape),
  event('approval.resolved', { approvalId: z.string(), toolCallId: z.string(), ...ApprovalOutcome.shape }),
  event('question.requested', { question: PendingQuestion }),
  /** Without an answer it died with the turn. */
  event('question.resolved', { questionId: z.string(), toolCallId: z.string(), answer: QuestionAnswer.optional() }),
  event('tool.finished', {
    toolCallId: z.string(),
    name: z.string(),
    isError: z.boolean(),
    content: z.array(ContentBlock),
    durationMs: z.number(),
    meta: ToolMeta,
  }),
  event('usage', { ...Usage.shape, contextUsed: z.number().int(), contextWindow: z.number().int(), total: Usage }),
  /** `attempt`: requests of the step that failed, at least 1; `maxAttempts`: how many it may take in all. */
  event('retry', {
    attempt: z.number().int(),
    maxAttempts: z.number().int(),
    delayMs: z.number(),
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.string()).default({}),
  }),
  /**
   * Files, the conversation or both went back to an earlier state. The rows from the prompt `messageId` on are gone; null: rows
   * may have come back, fetch a new snapshot.
   */
  event('session.rewound', { rewindId: z.string(), what: RewindWhat, messageId: z.string().nullable() }),
  event('mode.changed', { mode: Mode }),
  /** The conversation goes on under another agent's definition; null: under none, as itself. */
  event('agent.changed', { agent: z.string().nullable(), was: z.string().nullable(), by: z.enum(['user', 'agent']) }),
  event('queue.changed', { items: z.array(QueuedPrompt) }),
  event('todo.updated', { items: z.array(TodoItem) }),
  event('session.updated', { session: SessionSummary }),
  /** A background shell started, printed (a few times a second at most), or ended; outside a turn too. */
  event('shell.updated', Shell.shape),
  event('compact.started', { trigger: CompactTrigger, beforeTokens: z.number().int() }),
  /** `afterTokens`: what it was before, where nothing came of it. `summaryId`: the message that stands for what was said before. */
  event('compact.finished', {
    trigger: CompactTrigger,
    ok: z.boolean(),
    afterTokens: z.number().int(),
    outcome: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('done'),
        summaryId: z.string(),
        text: z.string(),
        beforeTokens: z.number().int(),
        afterTokens: z.number().int(),
      }),
      z.object({ kind: z.literal('failed'), error: WireError }),
      z.object({ kind: z.literal('cancelled') }),
    ]),
  }),
  /** A rule has run; `toolCallId`: about that call. */
  event('hook.finished', { ...HookMark.shape, source: HookSource, toolCallId: z.string().optional() }),
  event('notice', {
    level: z.enum(['info', 'warn', 'error']),
    code: z.string(),
    message: z.string(),
    params: z.record(z.string(), z.string()).default({}),
  }),
  /** A card that belongs to the conversation. */
  /** Of its prompt the first 1,000 characters. */
  event('task.updated', { task: Task }),
  event('turn.finished', {
    stopReason: StopReason,
    text: z.string(),
    usage: Usage,
    durationMs: z.number(),
    error: WireError.optional(),
    /** The turn was stopped after its last answer had been said whole. */
    isAnswerWhole: z.boolean().optional(),
  }),
])
export type SessionEvent = z.infer<typeof SessionEvent>
export type SessionEventType = SessionEvent['type']
export type SessionEventOf<T extends SessionEventType> = Extract<SessionEvent, { type: T }>

/** Session events that reach windows of the project that have not opened the session; not counted for gaps. */
export const summaryEventTypes = [
  'session.updated',
  'turn.started',
  'turn.finished',
  'approval.requested',
  'approval.resolved',
  'question.requested',
  'question.resolved',
  'task.updated',
] as const satisfies readonly SessionEventType[]

/** Events that belong to no session: they say "ask again". */
export const AppEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('projects.changed') }),
  /** How far `projects.clone` is; `percent` is of the step. */
  z.object({ type: z.literal('clone.progress'), cloneId: z.string(), step: CloneStep, percent: z.number().int() }),
  z.object({ type: z.literal('providers.changed') }),
  z.object({ type: z.literal('settings.changed') }),
  /** A window may have been offered something: it asks by `windows.takeOffer`. */
  z.object({ type: z.literal('offer.arrived') }),
  z.object({ type: z.literal('updates.changed'), state: UpdateState }),
  z.object({ type: z.literal('memory.changed') }),
  /** Cards of a project changed, here or in another process; `removed` are on no board any more. */
  z.object({ type: z.literal('tasks.changed'), projectId: z.string(), removed: z.array(z.string()).optional() }),
  /** Comments or marks on the changes of a session of the project. */
  z.object({ type: z.literal('review.changed'), projectId: z.string() }),
  /** Servers of a project came, went, or are in another state. */
  z.object({ type: z.literal('mcp.changed'), projectId: z.string() }),
  /** Sessions of a project came, went or were put away, here or in another process. */
  z.object({ type: z.literal('sessions.changed'), projectId: z.string() }),
])
export type AppEvent = z.infer<typeof AppEvent>

/** Everything a host may send unasked. */
export const HostEvent = z.union([SessionEvent, AppEvent])
export type HostEvent = z.infer<typeof HostEvent>
