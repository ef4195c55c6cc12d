import type { AppEvent, SessionEvent } from '../../core/contract/events.ts'

/** What goes on, over all windows. */
export interface WorkWatch {
  readonly running: () => number
  /** Approvals and questions that wait for the person. */
  readonly waiting: () => number
  /** One of the two numbers is another. */
  onChange(listener: () => void): void
}

/** Counts by events; a conversation has one turn at a time, and so has each of its agents. */
export function watchWork(onEvent: (listener: (event: SessionEvent | AppEvent) => void) => () => void): WorkWatch {
  const running = new Set<string>()
  const waiting = new Set<string>()
  const listeners = new Set<() => void>()
  onEvent((event) => {
    if (!('sessionId' in event)) return
    const before = running.size + waiting.size
    const run = `${event.sessionId} ${event.agentId ?? ''}`
    if (event.type === 'turn.started') running.add(run)
    else if (event.type === 'turn.finished') running.delete(run)
    else if (event.type === 'approval.requested' || event.type === 'approval.resolved')
      keep(waiting, event.approvalId, event.type === 'approval.requested')
    else if (event.type === 'question.requested') waiting.add(event.question.questionId)
    else if (event.type === 'question.resolved') waiting.delete(event.questionId)
    if (running.size + waiting.size !== before) for (const listener of listeners) listener()
  })
  return { running: () => running.size, waiting: () => waiting.size, onChange: (listener) => void listeners.add(listener) }
}

function keep(all: Set<string>, id: string, isThere: boolean): void {
  if (isThere) all.add(id)
  else all.delete(id)
}
