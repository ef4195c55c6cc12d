import type { TurnEnd, TurnEvent } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { Usage } from '../contract/common.ts'
import { redactedError } from '../contract/errors.ts'
import type { ToolMessage } from '../contract/messages.ts'
import { giveBack, leaveRoot } from './hold.ts'
import type { LiveSession } from './live-session.ts'
import { resultsOfOpenCalls } from './recovery.ts'
import type { SessionDeps } from './types.ts'

type Deps = Pick<SessionDeps, 'storage' | 'clock' | 'log'>

interface Ended {
  readonly turnId: string
  readonly end: TurnEnd
  readonly usage: Usage
  readonly durationMs: number
}

/** Whatever happened, the turn is told to have ended; unless the core closes while it waits for a person. */
export function finishTurn(deps: Deps & Pick<SessionDeps, 'redactSecrets'>, live: LiveSession, ended: Ended): void {
  live.turn = undefined
  const isLeft = live.isClosed && live.pending.size > 0
  live.pending.clear()
  live.asked.clear()
  try {
    // Only a fault of our own leaves calls open.
    if (isLeft) return
    // A vendor may quote the key it refuses.
    const error = ended.end.error && redactedError(ended.end.error, deps.redactSecrets)
    endTurn(deps, live, { ...ended, end: { ...ended.end, ...(error && { error }) }, results: resultsOfOpenCalls(deps, live.id) })
  } finally {
    live.dropRows()
    giveBack(deps, live)
    leaveRoot(deps, live)
  }
}

/** Stores what ends a turn and tells it. An ending that cannot be stored is made up for at the next open. */
export function endTurn(
  deps: Deps,
  live: LiveSession,
  { turnId, end, usage, durationMs, results }: Ended & { readonly results: readonly ToolMessage[] },
): void {
  const { stopReason, text, error, isAnswerWhole } = end
  const createdAt = deps.clock.now()
  const finished: TurnEvent = {
    type: 'turn.finished',
    stopReason,
    text,
    usage,
    durationMs,
    ...(error && { error }),
    ...(isAnswerWhole && { isAnswerWhole }),
  }
  const updated = (): TurnEvent => ({ type: 'session.updated', session: live.summary() })
  try {
    for (const result of results) live.store(result, [toolFinished(result)])
    live.store({ role: 'ending', id: newId(createdAt), turnId, createdAt, stopReason, usage, durationMs, ...(error && { error }) }, [
      updated,
      finished,
    ])
  } catch (failure) {
    deps.log.log('error', 'session', 'ending not stored', { detail: String(failure) })
    live.emit(turnId, updated())
    live.emit(turnId, finished)
  }
}

function toolFinished({ toolCallId, name, isError, content, durationMs, meta }: ToolMessage): TurnEvent {
  return { type: 'tool.finished', toolCallId, name, isError, content: [...content], durationMs, meta }
}
