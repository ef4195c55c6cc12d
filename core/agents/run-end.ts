import { AppError, toWireError, type WireError } from '../contract/errors.ts'
import type { SessionEventOf } from '../contract/events.ts'
import type { TaskActor, TaskStatus } from '../contract/tasks.ts'

/** How a run ended. */
export interface RunEnd {
  readonly status: Extract<TaskStatus, 'completed' | 'failed' | 'cancelled' | 'interrupted'>
  /** The whole report. */
  readonly text: string
  readonly error: WireError | null
}

type Ended = Pick<SessionEventOf<'turn.finished'>, 'stopReason' | 'text' | 'error'>

/** Nothing counts as done that ended early or says nothing. */
export function runEnd(
  { stopReason, text, error }: Ended,
  { stoppedBy, isClosing }: { stoppedBy: TaskActor | null; isClosing: boolean },
): RunEnd {
  if (stopReason === 'cancelled' && isClosing && stoppedBy === null) return { status: 'interrupted', text, error: interrupted() }
  if (stopReason === 'cancelled') return { status: 'cancelled', text, error: null }
  if (error) return { status: 'failed', text, error }
  if (stopReason !== 'end_turn' && stopReason !== 'stop_sequence') {
    return { status: 'failed', text, error: toWireError(new AppError('agent.ended_early', { params: { stopReason } })) }
  }
  if (text.trim() === '') return { status: 'failed', text, error: toWireError(new AppError('agent.empty_report')) }
  return { status: 'completed', text, error: null }
}

export function interrupted(): WireError {
  return toWireError(new AppError('task.interrupted'))
}
