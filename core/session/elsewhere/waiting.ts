import type { SessionEvent } from '../../contract/events.ts'
import type { SessionView } from '../../contract/view.ts'
import type { Storage } from '../../storage/types.ts'

/** Keeps approvals and questions where other processes see them, for as long as they wait. */
export function keepWaiting({ waiting }: Pick<Storage, 'waiting'>, event: SessionEvent): void {
  const { sessionId } = event
  switch (event.type) {
    // What a killed process left.
    case 'turn.started':
      return waiting.clear(sessionId)
    case 'approval.requested': {
      const { type: _, seq: __, ts: ___, sessionId: ____, turnId: _____, agentId: ______, ...approval } = event
      return waiting.add(sessionId, { id: event.approvalId, kind: 'approval', body: approval })
    }
    case 'question.requested':
      return waiting.add(sessionId, { id: event.question.questionId, kind: 'question', body: event.question })
    case 'approval.resolved':
      return waiting.remove(sessionId, event.approvalId)
    case 'question.resolved':
      return waiting.remove(sessionId, event.questionId)
  }
}

/** The snapshot of a session that another process drives: what it stored, the turn it runs, and whom it asks. */
export function seenFromOutside(storage: Storage, view: SessionView): SessionView {
  const { id } = view.session
  const newest = storage.messages.page({ sessionId: id, before: undefined, limit: 1 }).messages[0]
  if (!newest || newest.role === 'ending') return view
  const step = newest.role === 'assistant' ? newest.step : 0
  const turn = { turnId: newest.turnId, startedAt: new Date(newest.createdAt).toISOString(), step }
  const { approvals, questions } = storage.waiting.list(id)
  const session = { ...view.session, running: true, waiting: approvals.length + questions.length }
  return { ...view, session, turn, approvals, questions }
}
