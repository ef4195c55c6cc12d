import type { TaskStatus } from '../contract/tasks.ts'

/** A run that reached one of these stays there; the card goes on by a new run. */
export const finalStates: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['completed', 'failed', 'cancelled'])

/** What a card may become without a new run. */
const next: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  todo: ['completed', 'cancelled'],
  queued: ['running', 'failed', 'cancelled', 'interrupted'],
  running: ['waiting', 'completed', 'failed', 'cancelled', 'interrupted'],
  waiting: ['running', 'completed', 'failed', 'cancelled', 'interrupted'],
  completed: [],
  failed: [],
  cancelled: [],
  interrupted: ['cancelled', 'completed', 'failed'],
}

/** A run has the card: it alone ends it, and no new one begins before. */
export const atWork: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'running', 'waiting'])

/** Ended by hand, without an agent: nothing speaks against taking it up again. */
const reopened: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['completed', 'cancelled'])

/** The one place that says which changes there are. */
export function mayBecome(
  from: TaskStatus,
  to: TaskStatus,
  { isNewRun, hasRun }: { readonly isNewRun: boolean; readonly hasRun: boolean },
): boolean {
  if (isNewRun) return to === 'queued' && !atWork.has(from)
  if (to === 'todo') return !hasRun && reopened.has(from)
  return next[from].includes(to)
}
