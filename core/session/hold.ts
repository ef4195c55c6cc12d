import { AppError } from '../contract/errors.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionDeps } from './types.ts'

/** Takes the session for this process. `AppError('session.busy')` with its holder. */
export function takeLease({ storage }: Pick<SessionDeps, 'storage'>, sessionId: string): void {
  const lease = storage.leases.acquire(sessionId)
  if (!lease.ok) throw new AppError('session.busy', { params: { program: lease.holder.program, pid: lease.holder.pid } })
}

/** Agents at work keep their conversation with their process: they speak in it, and are told to it. */
export function giveBack({ storage }: Pick<SessionDeps, 'storage'>, live: LiveSession): void {
  if (live.agents.size === 0) storage.leases.release(live.id)
}

/** An agent is at work from here until `leaveRoot`. `AppError('session.busy')` where another process drives its conversation. */
export function joinRoot(deps: Pick<SessionDeps, 'storage'>, live: LiveSession): void {
  const { root } = live
  if (root === live) return
  takeLease(deps, root.id)
  root.agents.add(live.id)
}

export function leaveRoot(deps: Pick<SessionDeps, 'storage'>, live: LiveSession): void {
  const { root } = live
  if (root === live || !root.agents.delete(live.id)) return
  if (!root.turn && !root.isStarting) giveBack(deps, root)
}
