import type { AppEvent, SessionEvent } from '../../core/contract/events.ts'

/** What is at work, over all windows. */
export interface WorkWatch {
  readonly running: () => number
}

/** Counts by events; a conversation has one turn at a time, and so has each of its agents. */
export function watchWork(onEvent: (listener: (event: SessionEvent | AppEvent) => void) => () => void): WorkWatch {
  const running = new Set<string>()
  onEvent((event) => {
    if (!('sessionId' in event)) return
    const run = `${event.sessionId} ${event.agentId ?? ''}`
    if (event.type === 'turn.started') running.add(run)
    else if (event.type === 'turn.finished') running.delete(run)
  })
  return { running: () => running.size }
}
