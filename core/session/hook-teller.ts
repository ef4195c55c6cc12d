import type { SessionEvent } from '../contract/events.ts'
import type { Task, TaskStatus } from '../contract/tasks.ts'
import { tell } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

const ENDED: ReadonlySet<TaskStatus> = new Set(['completed', 'failed', 'cancelled', 'interrupted'])

/** Raises the hook events that lie in what sessions tell: a person has to look, a card came or was done. */
export function createHookTeller(
  deps: Pick<SessionDeps, 'hooks' | 'redact' | 'log' | 'storage'>,
  lives: ReadonlyMap<string, LiveSession>,
): (event: SessionEvent) => void {
  const cards = new Map<string, TaskStatus>()

  const notify = (live: LiveSession, turnId: string, fields: { kind: string; detail: string }): void =>
    tell(deps, live, { event: 'Notification', turnId, fields })

  /** An event has the beginning of its prompt only. */
  const wholeOf = (task: Task): Task => deps.storage.tasks.get(task.id) ?? task

  function tellCard(live: LiveSession, turnId: string, task: Task): void {
    const before = cards.get(task.id)
    cards.set(task.id, task.status)
    if (before === undefined && task.createdAt === task.updatedAt)
      tell(deps, live, { event: 'TaskCreated', turnId, fields: { task: asField(wholeOf(task)) } })
    if (before === task.status || !ENDED.has(task.status)) return
    if (task.status === 'completed') tell(deps, live, { event: 'TaskCompleted', turnId, fields: { task: asField(wholeOf(task)) } })
    notify(live, turnId, { kind: 'task', detail: `${task.status}: ${task.subject}` })
  }

  return (event) => {
    // What an agent's session tells is told in its conversation once more.
    const live = event.agentId === undefined ? lives.get(event.sessionId) : undefined
    if (!live || !deps.hooks) return
    if (event.type === 'approval.requested') notify(live, event.turnId, { kind: 'approval', detail: `${event.toolName}: ${event.reason}` })
    if (event.type === 'question.requested') notify(live, event.turnId, { kind: 'question', detail: event.question.kind })
    if (event.type === 'task.updated') tellCard(live, event.turnId, event.task)
  }
}

function asField({ id, name, subject, description, status, owner }: Task): Readonly<Record<string, string>> {
  return { id, name, subject, description, status, owner: owner ?? '' }
}
