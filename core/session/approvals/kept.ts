import { wireError } from '../../contract/errors.ts'
import type { Approval } from '../../contract/events.ts'
import type { ToolMessage } from '../../contract/messages.ts'
import type { SessionView } from '../../contract/view.ts'
import type { Storage } from '../../storage/types.ts'
import type { TurnEnd } from '../../agent/index.ts'
import type { LiveSession } from '../live-session.ts'
import { isUnfinished, newestTurn, openCalls, recover, resultsOfOpenCalls, soFar } from '../recovery.ts'
import { endTurn } from '../turn-finish.ts'
import type { SessionDeps } from '../types.ts'
import type { Binding } from './binding.ts'

/** An approval that outlived the process that asked. */
export interface KeptApproval {
  readonly approval: Approval
  readonly bound: Binding
}

const INTERRUPTED: TurnEnd = { stopReason: 'error', text: '', error: wireError('session.interrupted') }

const NOT_RUN = 'Interrupted: this call was not run. MewCode was stopped while a person was asked, and the question has expired.'

/** What waits for a person in the session's newest turn although nobody drives it; empty where that turn has ended, or is just dead. */
export function keptApprovals(storage: Storage, sessionId: string): readonly KeptApproval[] {
  const kept = storage.waiting.kept(sessionId)
  if (kept.length === 0 || !isUnfinished({ storage }, sessionId)) return []
  const open = new Set(openCalls(newestTurn(storage, sessionId)).map(({ toolCallId }) => toolCallId))
  return kept.flatMap(({ approval, boundTo }) => (open.has(approval.toolCallId) ? [{ approval, bound: JSON.parse(boundTo) }] : []))
}

/** The snapshot of a session that waits for a person before its turn goes on. */
export function withKept(view: SessionView, kept: readonly KeptApproval[]): SessionView {
  if (kept.length === 0) return view
  const approvals = kept.map(({ approval }) => approval)
  const asked = new Set(approvals.map(({ toolCallId }) => toolCallId))
  const rows = view.rows.map((row) => (row.kind === 'tool' && asked.has(row.toolCallId) ? { ...row, state: 'waiting' as const } : row))
  return { ...view, rows, approvals, session: { ...view.session, waiting: approvals.length } }
}

/** Closes a turn whose process is gone, under the session's lease. Approvals in it expire, and windows that show them are told. */
export function closeDeadTurn(deps: SessionDeps, live: LiveSession, end: TurnEnd = INTERRUPTED): void {
  const { storage } = deps
  const kept = keptApprovals(storage, live.id)
  if (kept.length === 0) return recover(deps, live.id)
  live.refresh()
  live.start()
  const turn = newestTurn(storage, live.id)
  const turnId = turn[0]?.turnId ?? ''
  storage.waiting.clear(live.id)
  for (const { approval } of kept) {
    const { approvalId, toolCallId } = approval
    live.emit(turnId, { type: 'approval.resolved', approvalId, toolCallId, ...EXPIRED })
  }
  const expired = new Set(kept.map(({ approval }) => approval.toolCallId))
  const results = resultsOfOpenCalls(deps, live.id).map((result) => notRun(result, expired))
  endTurn(deps, live, { turnId, end, ...soFar(turn), results })
  live.dropRows()
}

const EXPIRED = { decision: 'expired', scope: 'once', by: 'restart' } as const

/** While a person was asked nothing ran that changes anything, and nothing after that call has begun. */
function notRun(result: ToolMessage, expired: ReadonlySet<string>): ToolMessage {
  const approval = expired.has(result.toolCallId) && { approval: EXPIRED }
  return { ...result, content: [{ type: 'text', text: NOT_RUN }], meta: { ...result.meta, ...approval } }
}
