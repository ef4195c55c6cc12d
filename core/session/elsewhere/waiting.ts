import type { SessionEvent } from '../../contract/events.ts'
import type { SessionView } from '../../contract/view.ts'
import type { Storage } from '../../storage/types.ts'

/** Keeps questions where other processes see them, for as long as they wait. */
export function keepQuestions({ waiting }: Pick<Storage, 'waiting'>, event: SessionEvent): void {
  const { sessionId } = event
  if (event.type === 'question.requested') waiting.add(sessionId, { id: event.question.questionId, kind: 'question', body: event.question })
  else if (event.type === 'question.resolved') waiting.remove(sessionId, event.questionId)
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
