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

/** Whoever is at work on the card does it before a new run can begin. */
const atWork: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'running', 'waiting'])

/** The one place that says which changes there are. */
export function mayBecome(from: TaskStatus, to: TaskStatus, { isNewRun }: { isNewRun: boolean }): boolean {
  return isNewRun ? to === 'queued' && !atWork.has(from) : next[from].includes(to)
}
