import { z } from 'zod'
import { ApprovalOutcome, Attachment, CompactTrigger, ContentBlock, StopReason, TodoItem, ToolCategory, ToolMeta, Usage } from './common.ts'
import { WireError } from './errors.ts'
import { Approval, SessionSummary } from './events.ts'
import { PendingQuestion } from './questions.ts'
import { Shell } from './shells.ts'
import { Task } from './tasks.ts'
import { QueuedPrompt } from './turns.ts'

/** One row of the transcript. Ids are stable: the same row has the same id whether folded from events or read from messages. */
export const Row = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    id: z.string(),
    turnId: z.string(),
    text: z.string(),
    /** The agent the conversation went on as. */
    agent: z.string().optional(),
    attachments: z.array(Attachment),
  }),
  z.object({
    kind: z.literal('text'),
    id: z.string(),
    turnId: z.string(),
    step: z.number().int(),
    text: z.string(),
    interrupted: z.boolean(),
  }),
  z.object({
    kind: z.literal('thinking'),
    id: z.string(),
    turnId: z.string(),
    step: z.number().int(),
    text: z.string(),
    durationMs: z.number(),
  }),
  z.object({
    kind: z.literal('tool'),
    id: z.string(),
    turnId: z.string(),
    step: z.number().int(),
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown(),
    category: ToolCategory,
    /** The model did not make it: it came with a text that was loaded. */
    isAside: z.literal(true).optional(),
    /** `waiting`: a person is asked. `failed` includes denied and interrupted; `meta` says which. */
    state: z.enum(['preparing', 'running', 'waiting', 'done', 'failed']),
    /** Live tail while running; cleared at the end. */
    progress: z.string(),
    /** How far it has come while it runs, where it says so. */
    mark: z.object({ progress: z.number(), total: z.number().optional() }).optional(),
    content: z.array(ContentBlock),
    meta: ToolMeta,
    durationMs: z.number(),
    approval: ApprovalOutcome.optional(),
  }),
  /** From here on the model knows what came before as `text` only. */
  z.object({
    kind: z.literal('summary'),
    id: z.string(),
    turnId: z.string(),
    text: z.string(),
    trigger: CompactTrigger,
    /** Tokens, estimated. */
    beforeTokens: z.number().int(),
    afterTokens: z.number().int(),
  }),
  z.object({
    kind: z.literal('ending'),
    id: z.string(),
    turnId: z.string(),
    stopReason: StopReason,
    usage: Usage,
    durationMs: z.number(),
    error: WireError.optional(),
  }),
])
export type Row = z.infer<typeof Row>
export type RowOf<K extends Row['kind']> = Extract<Row, { kind: K }>

export const RunningTurn = z.object({ turnId: z.string(), startedAt: z.string(), step: z.number().int() })
export type RunningTurn = z.infer<typeof RunningTurn>

export const Notice = z.object({
  level: z.enum(['info', 'warn', 'error']),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.string()),
})
export type Notice = z.infer<typeof Notice>

/** An agent at work for the conversation, or one that was. All it did is the session with its id. */
export const AgentView = z.object({
  agentId: z.string(),
  task: Task,
  step: z.number().int(),
  /** The end of what its newest step says. */
  text: z.string(),
  /** Its newest calls; long arguments are left out. */
  calls: z.array(
    z.object({
      toolCallId: z.string(),
      name: z.string(),
      input: z.unknown(),
      category: ToolCategory,
      state: z.enum(['running', 'waiting', 'done', 'failed']),
    }),
  ),
})
export type AgentView = z.infer<typeof AgentView>

/** What a window shows of one session: the snapshot's content, then kept current by `fold`. */
export const SessionView = z.object({
  session: SessionSummary,
  rows: z.array(Row),
  /** Older rows exist; fetch with `sessions.history`. */
  hasMore: z.boolean(),
  lastSeq: z.number().int(),
  turn: RunningTurn.optional(),
  approvals: z.array(Approval),
  questions: z.array(PendingQuestion),
  /** Prompts that wait, in the order they will be sent. */
  queue: z.array(QueuedPrompt),
  todos: z.array(TodoItem),
  /** Background shells in the order they started; the host's newest that ended are among them. */
  shells: z.array(Shell),
  /** In the order they started; the newest that ended are among them. */
  agents: z.array(AgentView),
  /** Since the session began. */
  total: Usage,
  /** What its agents used, and those they started; `total` is its own. */
  agentsTotal: Usage,
  context: z.object({ used: z.number().int(), window: z.number().int() }),
  /** The conversation is being summed up. */
  compacting: z.object({ trigger: CompactTrigger, startedAt: z.string() }).optional(),
  /** The retry now waited for; gone with the next event of the stream. */
  retry: z
    .object({
      attempt: z.number().int(),
      maxAttempts: z.number().int(),
      delayMs: z.number(),
      code: z.string(),
      params: z.record(z.string(), z.string()),
      at: z.string(),
    })
    .optional(),
  /** Of the newest turn. */
  notices: z.array(Notice),
})
export type SessionView = z.infer<typeof SessionView>
