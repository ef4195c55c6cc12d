import type { TurnEnd, TurnEvent } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { Usage } from '../contract/common.ts'
import type { ToolMessage } from '../contract/messages.ts'
import type { LiveSession } from './live-session.ts'
import { resultsOfOpenCalls } from './recovery.ts'
import type { SessionDeps } from './types.ts'

/** Whatever happened, the turn is told to have ended. An ending that cannot be stored is made up for at the next open. */
export function finishTurn(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, end, usage, durationMs }: { turnId: string; end: TurnEnd; usage: Usage; durationMs: number },
): void {
  const { stopReason, text, error } = end
  live.turn = undefined
  const createdAt = deps.clock.now()
  const finished: TurnEvent = { type: 'turn.finished', stopReason, text, usage, durationMs, ...(error && { error }) }
  const updated = (): TurnEvent => ({ type: 'session.updated', session: live.summary() })
  try {
    // Only a fault of our own leaves calls open.
    for (const result of resultsOfOpenCalls(deps, live.id)) live.store(result, [toolFinished(result)])
    live.store({ role: 'ending', id: newId(createdAt), turnId, createdAt, stopReason, usage, durationMs, ...(error && { error }) }, [
      updated,
      finished,
    ])
  } catch (failure) {
    deps.log.log('error', 'session', 'ending not stored', { detail: String(failure) })
    live.emit(turnId, updated())
    live.emit(turnId, finished)
  } finally {
    live.dropRows()
    deps.storage.leases.release(live.id)
  }
}

function toolFinished({ toolCallId, name, isError, content, durationMs, meta }: ToolMessage): TurnEvent {
  return { type: 'tool.finished', toolCallId, name, isError, content: [...content], durationMs, meta }
}
