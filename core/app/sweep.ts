import type { Clock } from '../base/clock.ts'
import { sweepSpills } from '../compact/index.ts'
import type { Logger } from '../platform/platform.ts'
import type { Storage } from '../storage/types.ts'

/** The start and the first turn come first. */
const AFTER_MS = 60_000

interface SweepDeps {
  readonly storage: Storage
  readonly sessionsDir: string
  readonly clock: Clock
  readonly log: Logger
}

/** Deletes spilled results nobody has needed for long, of sessions that are not pinned; returns its undo. */
export function sweepLater({ storage, sessionsDir, clock, log }: SweepDeps): () => void {
  const stop = new AbortController()
  const sweep = async (): Promise<void> => {
    await clock.wait(AFTER_MS, stop.signal)
    const isKept = (sessionId: string): boolean => storage.sessions.get(sessionId)?.pinned ?? false
    await sweepSpills(sessionsDir, { now: clock.now(), isKept, signal: stop.signal })
  }
  void sweep().catch((error: unknown) => {
    if (!stop.signal.aborted) log.log('warn', 'app', 'spilled results not swept', { detail: String(error) })
  })
  return () => stop.abort()
}
