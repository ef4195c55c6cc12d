import { AppError } from '../contract/errors.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** Takes the session for this process. `AppError('session.busy')` with its holder. */
export function takeLease({ storage }: Pick<SessionDeps, 'storage'>, sessionId: string): void {
  const lease = storage.leases.acquire(sessionId)
  if (!lease.ok) throw new AppError('session.busy', { params: { program: lease.holder.program, pid: lease.holder.pid } })
}

/** Holds the session's lease while `work` runs; a turn of this process holds it already. */
export function driving<T>(deps: Pick<SessionDeps, 'storage'>, live: LiveSession, work: () => T): T {
  if (live.turn || live.isStarting) return work()
  takeLease(deps, live.id)
  try {
    live.refresh()
    return work()
  } finally {
    deps.storage.leases.release(live.id)
  }
}
