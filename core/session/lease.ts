import { AppError } from '../contract/errors.ts'
import { closeDeadTurn } from './approvals/index.ts'
import { giveBack, takeLease } from './hold.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** Holds the session's lease while `work` runs; a turn of this process holds it already. */
export function driving<T>(deps: Pick<SessionDeps, 'storage'>, live: LiveSession, work: () => T): T {
  if (live.turn || live.isStarting || live.agents.size > 0) return work()
  takeLease(deps, live.id)
  try {
    live.refresh()
    return work()
  } finally {
    giveBack(deps, live)
  }
}

/** Takes the session for a turn that `work` starts; the turn's end gives it back, or a failure here. `AppError('session.busy')`. */
export async function whileStarting<T>(deps: Pick<SessionDeps, 'storage'>, live: LiveSession, work: () => Promise<T>): Promise<T> {
  if (live.turn || live.isStarting) throw new AppError('session.busy')
  live.isStarting = true
  try {
    takeLease(deps, live.id)
    return await work().catch((error: unknown) => {
      // A closed storage has given its leases back.
      if (!live.isClosed) giveBack(deps, live)
      throw error
    })
  } finally {
    live.isStarting = false
  }
}

/** Keeps turns and other processes out while `work` runs. `AppError('session.busy')`. */
export async function exclusively<T>(deps: SessionDeps, live: LiveSession, work: () => Promise<T>): Promise<T> {
  if (live.agents.size > 0) throw new AppError('session.busy')
  return whileStarting(deps, live, async () => {
    closeDeadTurn(deps, live)
    live.refresh()
    const result = await work()
    if (!live.isClosed) giveBack(deps, live)
    return result
  })
}
