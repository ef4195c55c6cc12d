import type { HostEvent } from '../../core/contract/events.ts'

/** Something that a person who looks elsewhere wants to know. */
export interface WorthTelling {
  readonly kind: 'approvals' | 'turns' | 'tasks'
  readonly tag: string
  readonly outcome: 'waits' | 'done' | 'failed'
  /** Whose; the end of a task belongs to the conversation that waits for it, if any. */
  readonly sessionId: string | undefined
  /** The subject of a card; of the rest the session's own title says it. */
  readonly title?: string
}

/** What an event is worth; of agents inside a turn only what waits for the person. */
export function worthTelling(event: HostEvent): WorthTelling | undefined {
  switch (event.type) {
    case 'approval.requested':
      return { kind: 'approvals', tag: event.approvalId, outcome: 'waits', sessionId: event.sessionId }
    case 'question.requested':
      return { kind: 'approvals', tag: event.question.questionId, outcome: 'waits', sessionId: event.sessionId }
    case 'turn.finished':
      if (event.agentId !== undefined || event.stopReason === 'cancelled') return undefined
      return { kind: 'turns', tag: event.turnId, outcome: event.error ? 'failed' : 'done', sessionId: event.sessionId }
    case 'task.updated': {
      const { id, run, status, subject, sessionId } = event.task
      if (status !== 'completed' && status !== 'failed') return undefined
      const outcome = status === 'failed' ? 'failed' : 'done'
      return { kind: 'tasks', tag: `${id} ${run} ${status}`, outcome, sessionId: sessionId ?? undefined, title: subject }
    }
    default:
      return undefined
  }
}

/** What was answered, here or in another window, waits no longer. */
export function noLongerWaits(event: HostEvent): string | undefined {
  if (event.type === 'approval.resolved') return event.approvalId
  return event.type === 'question.resolved' ? event.questionId : undefined
}
