import type { StopReason, Usage } from './common.ts'
import type { SessionEvent, SessionEventOf, SessionSummary } from './events.ts'
import { agentChanges, askedByAgents, isOfAgent, taskUpdated } from './fold-agents.ts'
import { shellUpdated } from './fold-shells.ts'
import { asideTool, openTool, rowId, settledTool, summaryRow } from './rows.ts'
import type { Row, RowOf, SessionView } from './view.ts'

export { fromMessages } from './rows.ts'

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }

/** Live output kept on a running tool's row, in characters; the newest stay. */
const PROGRESS_TAIL = 20_000

/** A session nothing has happened in yet. */
export function emptyView(session: SessionSummary): SessionView {
  return {
    session,
    rows: [],
    hasMore: false,
    lastSeq: 0,
    approvals: [],
    questions: [],
    queue: [],
    todos: [],
    shells: [],
    agents: [],
    total: noUsage,
    agentsTotal: noUsage,
    context: { used: 0, window: 0 },
    notices: [],
  }
}

/** Events between the view and this one are missing: fetch a new snapshot. */
export function hasGap(view: SessionView, event: SessionEvent): boolean {
  return event.sessionId === view.session.id && event.seq > view.lastSeq + 1
}

/**
 * The view after `event`. Applies only the event numbered `lastSeq + 1` of the same session; for any other the very
 * same view comes back. Never changes what it is given.
 */
export function fold(view: SessionView, event: SessionEvent): SessionView {
  if (event.sessionId !== view.session.id || event.seq !== view.lastSeq + 1) return view
  return { ...view, ...(isOfAgent(view, event) ? agentChanges(view, event) : changes(view, event)), lastSeq: event.seq }
}

type Changes = Partial<SessionView>

function changes(view: SessionView, event: SessionEvent): Changes {
  switch (event.type) {
    case 'session.started':
      return {}
    case 'turn.started':
      return turnStarted(view, event)
    case 'prompt.added':
      return { rows: [...view.rows, userRow(event.messageId, event)] }
    case 'step.started':
      return view.turn ? { turn: { ...view.turn, step: event.step } } : {}
    case 'text.delta':
      return { ...spoken(view, event, 'text'), retry: undefined }
    case 'thinking.delta':
      return { ...spoken(view, event, 'thinking'), retry: undefined }
    case 'stream.discarded':
      return { rows: view.rows.filter((row) => !isOfStep(row, event.turnId, stepOf(view))) }
    case 'tool.preparing':
      return { ...preparing(view, event), retry: undefined }
    case 'tool.requested':
      return event.isAside ? asked(view, event) : { ...requested(view, event), retry: undefined }
    case 'tool.progress':
      return onTool(view, event, (row) => ({
        ...row,
        ...markOf(event),
        progress: (row.progress + (event.text ?? '')).slice(-PROGRESS_TAIL),
      }))
    case 'approval.requested':
      return approvalRequested(view, event)
    case 'approval.resolved':
      return approvalResolved(view, event)
    case 'question.requested':
      return questionRequested(view, event)
    case 'question.resolved':
      return questionResolved(view, event)
    case 'tool.finished':
      return onTool(view, event, (row) => settledTool(row, event))
    case 'usage':
      return { total: event.total, context: { used: event.contextUsed, window: event.contextWindow }, retry: undefined }
    case 'retry': {
      const { attempt, maxAttempts, delayMs, code, params, ts: at } = event
      return { retry: { attempt, maxAttempts, delayMs, code, params, at } }
    }
    case 'mode.changed':
      return { session: { ...view.session, mode: event.mode } }
    case 'agent.changed':
      return { session: { ...view.session, agent: event.agent ?? undefined } }
    case 'session.rewound':
      return rewound(view, event)
    case 'queue.changed':
      return { queue: event.items }
    case 'todo.updated':
      return { todos: event.items }
    case 'shell.updated':
      return shellUpdated(view, event)
    case 'session.updated':
      return { session: event.session }
    case 'compact.started':
      return { compacting: { trigger: event.trigger, startedAt: event.ts } }
    case 'compact.finished':
      return compactFinished(view, event)
    case 'hook.finished':
      return hookFinished(view, event)
    case 'notice':
      return { notices: [...view.notices, { level: event.level, code: event.code, message: event.message, params: event.params }] }
    case 'task.updated':
      return taskUpdated(view, event)
    case 'turn.finished':
      return turnFinished(view, event)
  }
}

function markOf({ progress, total }: SessionEventOf<'tool.progress'>): Pick<RowOf<'tool'>, 'mark'> {
  return progress === undefined ? {} : { mark: { progress, ...(total !== undefined && { total }) } }
}

function rewound(view: SessionView, { what, messageId }: SessionEventOf<'session.rewound'>): Changes {
  if (what === 'files' || messageId === null) return {}
  const from = view.rows.findIndex((row) => row.id === rowId.user(messageId))
  // Not among the rows that are held: it is older than all of them.
  return { rows: view.rows.slice(0, Math.max(0, from)), notices: [], context: { ...view.context, used: 0 } }
}

function turnStarted(view: SessionView, event: SessionEventOf<'turn.started'>): Changes {
  const { turnId, goOn = false } = event
  return {
    turn: { turnId, startedAt: event.ts, step: 0 },
    session: { ...view.session, running: true },
    ...(!goOn && { rows: [...view.rows, userRow(turnId, event)] }),
    notices: [],
    retry: undefined,
  }
}

function userRow(
  messageId: string,
  { turnId, prompt, agent, attachments }: SessionEventOf<'turn.started'> | SessionEventOf<'prompt.added'>,
): Row {
  return { kind: 'user', id: rowId.user(messageId), turnId, text: prompt, ...(agent !== undefined && { agent }), attachments }
}

/** Joins the step's last spoken row of the same kind, else begins one; a step's calls stay behind what it says. */
function spoken(
  view: SessionView,
  { turnId, text, durationMs = 0 }: { turnId: string; text: string; durationMs?: number },
  kind: 'text' | 'thinking',
): Changes {
  const step = stepOf(view)
  let end = view.rows.length
  while (end > 0 && isOfStep(view.rows[end - 1], turnId, step) && view.rows[end - 1]?.kind === 'tool') end -= 1
  const last = view.rows[end - 1]
  if (last && isOfStep(last, turnId, step) && (last.kind === 'text' || last.kind === 'thinking') && last.kind === kind) {
    const grown = { ...last, text: last.text + text }
    return { rows: view.rows.with(end - 1, grown.kind === 'thinking' ? { ...grown, durationMs } : grown) }
  }
  const id = rowId.part(turnId, step, kind, countOfStep(view.rows, end, { turnId, step }))
  const row: Row = kind === 'text' ? { kind, id, turnId, step, text, interrupted: false } : { kind, id, turnId, step, text, durationMs }
  return { rows: view.rows.toSpliced(end, 0, row) }
}

function preparing(view: SessionView, event: SessionEventOf<'tool.preparing'>): Changes {
  if (toolIndex(view.rows, event) >= 0) return {}
  // Category and arguments are not known before the call is complete.
  const call = { toolCallId: event.toolCallId, name: event.name, input: {}, category: 'none' } as const
  return { rows: [...view.rows, openTool(call, { turnId: event.turnId, step: stepOf(view), state: 'preparing' })] }
}

/** The first call of a step replaces all its prepared ones, so that the order is the message's own. */
function requested(view: SessionView, event: SessionEventOf<'tool.requested'>): Changes {
  const step = stepOf(view)
  const kept = view.rows.filter((row) => !(row.kind === 'tool' && row.state === 'preparing' && isOfStep(row, event.turnId, step)))
  return { rows: [...kept, openTool(event, { turnId: event.turnId, step, state: 'running' })] }
}

function asked(view: SessionView, event: SessionEventOf<'tool.requested'>): Changes {
  return { rows: [...view.rows, asideTool(event, { turnId: event.turnId, step: stepOf(view) })] }
}

function approvalRequested(view: SessionView, event: SessionEventOf<'approval.requested'>): Changes {
  const { type: _type, seq: _seq, ts: _ts, sessionId: _session, turnId: _turn, agentId: _agent, ...approval } = event
  const approvals = [...view.approvals, approval]
  return {
    ...onTool(view, event, (row) => ({ ...row, state: 'waiting' })),
    approvals,
    session: { ...view.session, waiting: approvals.length + view.questions.length },
  }
}

function approvalResolved(view: SessionView, event: SessionEventOf<'approval.resolved'>): Changes {
  const approvals = view.approvals.filter((approval) => approval.approvalId !== event.approvalId)
  const { decision, scope, by, reason } = event
  const approval = { decision, scope, by, ...(reason !== undefined && { reason }) }
  return {
    ...onTool(view, event, (row) => ({ ...row, state: 'running', approval })),
    approvals,
    session: { ...view.session, waiting: approvals.length + view.questions.length },
  }
}

function questionRequested(view: SessionView, { turnId, question }: SessionEventOf<'question.requested'>): Changes {
  const questions = [...view.questions, question]
  return {
    ...onTool(view, { turnId, toolCallId: question.toolCallId }, (row) => ({ ...row, state: 'waiting' })),
    questions,
    session: { ...view.session, waiting: view.approvals.length + questions.length },
  }
}

function questionResolved(view: SessionView, event: SessionEventOf<'question.resolved'>): Changes {
  const questions = view.questions.filter(({ questionId }) => questionId !== event.questionId)
  return {
    ...onTool(view, event, (row) => ({ ...row, state: 'running' })),
    questions,
    session: { ...view.session, waiting: view.approvals.length + questions.length },
  }
}

const CUT_SHORT: ReadonlySet<StopReason> = new Set(['cancelled', 'limit', 'error'])

function turnFinished(view: SessionView, event: SessionEventOf<'turn.finished'>): Changes {
  const { turnId, stopReason, usage, durationMs, error } = event
  const step = stepOf(view)
  const asked = askedByAgents(view)
  const rows = view.rows.filter((row) => !(row.kind === 'tool' && row.turnId === turnId && row.state === 'preparing'))
  // A step that was cut while it spoke has no calls; what it said is kept and marked.
  const wasCut =
    CUT_SHORT.has(stopReason) && !event.isAnswerWhole && !rows.some((row) => row.kind === 'tool' && isOfStep(row, turnId, step))
  return {
    rows: [
      ...(wasCut ? rows.map((row) => (row.kind === 'text' && isOfStep(row, turnId, step) ? { ...row, interrupted: true } : row)) : rows),
      { kind: 'ending', id: rowId.ending(turnId), turnId, stopReason, usage, durationMs, ...(error && { error }) },
    ],
    turn: undefined,
    ...asked,
    compacting: undefined,
    retry: undefined,
    session: { ...view.session, running: false, waiting: asked.approvals.length + asked.questions.length },
  }
}

/** The call's result brings the same marks with it. */
function hookFinished(view: SessionView, event: SessionEventOf<'hook.finished'>): Changes {
  const { turnId, toolCallId, hook, event: at, outcome, durationMs, reason } = event
  if (toolCallId === undefined) return {}
  const mark = { hook, event: at, outcome, durationMs, ...(reason !== undefined && { reason }) }
  return onTool(view, { turnId, toolCallId }, (row) => ({ ...row, meta: { ...row.meta, hooks: [...(row.meta.hooks ?? []), mark] } }))
}

function compactFinished(view: SessionView, { turnId, trigger, outcome }: SessionEventOf<'compact.finished'>): Changes {
  const over = { compacting: undefined, retry: undefined }
  if (outcome.kind !== 'done') return over
  const { summaryId, ...facts } = outcome
  return {
    ...over,
    rows: [...view.rows, summaryRow({ ...facts, id: summaryId, turnId, trigger })],
    context: { ...view.context, used: outcome.afterTokens },
  }
}

function onTool(view: SessionView, call: { turnId: string; toolCallId: string }, change: (row: RowOf<'tool'>) => Row): Changes {
  const index = toolIndex(view.rows, call)
  const row = view.rows[index]
  return row?.kind === 'tool' ? { rows: view.rows.with(index, change(row)) } : {}
}

/** Searched from the end: running calls are there. */
function toolIndex(rows: readonly Row[], { turnId, toolCallId }: { turnId: string; toolCallId: string }): number {
  const id = rowId.tool(turnId, toolCallId)
  return rows.findLastIndex((row) => row.id === id)
}

function countOfStep(rows: readonly Row[], end: number, at: { turnId: string; step: number }): number {
  let count = 0
  while (isOfStep(rows[end - 1 - count], at.turnId, at.step)) count += 1
  return count
}

function isOfStep(row: Row | undefined, turnId: string, step: number): boolean {
  return row !== undefined && row.turnId === turnId && 'step' in row && row.step === step
}

function stepOf(view: SessionView): number {
  return view.turn?.step ?? 0
}
