import type { StopReason } from '../contract/common.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import type { LiveSession } from './live-session.ts'
import { startTurn } from './turn-start.ts'
import type { SessionDeps } from './types.ts'

/** More notices than anybody waits for at once. */
const LOOKED_AT = 50

/** Takes the conversation up where ends of agents wait for it and it is at rest; false: it could not be. */
export async function wake(deps: SessionDeps, live: LiveSession): Promise<boolean> {
  if (live.turn || live.isStarting || live.isClosed) return true
  if (!deps.storage.tasks.notices(live.id, LOOKED_AT).some(({ wakes }) => wakes)) return true
  try {
    await startTurn(deps, live, { sessionId: live.id, text: '', attachments: [], goOn: true, isWoken: true })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Whoever drives it tells them at its next step.
    if (error.code === 'session.busy' || live.isClosed) return false
    const { code, message, params } = toWireError(error)
    live.emit('', { type: 'notice', level: 'warn', code, message, params })
    return false
  }
}

/** After any other ending they wait for the person. */
export async function wakeAfter(deps: SessionDeps, live: LiveSession, stopReason: StopReason): Promise<void> {
  if (stopReason === 'end_turn' || stopReason === 'stop_sequence') await wake(deps, live)
}
