import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Worktrees } from '../git/index.ts'
import { usualRetention } from '../contract/app.ts'
import type { Logger } from '../platform/platform.ts'
import { removeFiles, sweepSessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'

/** The start and the first turn come first. */
const AFTER_MS = 60_000
const EVERY_MS = 24 * 60 * 60_000
const MB = 1024 * 1024
/** Whose worktrees are looked through. */
const PROJECTS = 50

interface SweepDeps {
  readonly storage: Storage
  readonly sessionsDir: string
  readonly config: Config
  readonly clock: Clock
  readonly worktrees: Pick<Worktrees, 'tidy'>
  readonly log: Logger
}

/** Once a day: finishes what a killed process left, and deletes files nobody has needed for long. Returns its undo. */
export function sweepLater({ storage, sessionsDir, config, worktrees, clock, log }: SweepDeps): () => void {
  const stop = new AbortController()
  const tidyWorktrees = async (projectRoot: string, known: readonly string[]): Promise<void> => {
    try {
      await worktrees.tidy(projectRoot, known)
    } catch (error) {
      // No git runs in a folder nobody trusts.
      if (!(error instanceof AppError)) throw error
    }
  }
  const sweep = async (): Promise<void> => {
    try {
      for (const sessionId of await storage.bulk.tidy()) await removeFiles(sessionsDir, sessionId)
      for (const { id, path } of storage.projects.recent(PROJECTS)) await tidyWorktrees(path, storage.sessions.worktrees(id))
      const { days, sessionMb } = (await config.settings.get()).retention ?? usualRetention
      await sweepSessions(sessionsDir, {
        now: clock.now(),
        retention: { days, sessionBytes: sessionMb * MB },
        isKept: (sessionId) => storage.sessions.get(sessionId)?.pinned ?? false,
        signal: stop.signal,
      })
    } catch (error) {
      if (!stop.signal.aborted) log.log('warn', 'app', 'old files not swept', { detail: String(error) })
    }
  }
  // The machine's own time: a clock that is steered must not sweep without end.
  const first = setTimeout(() => void sweep(), AFTER_MS)
  const later = setInterval(() => void sweep(), EVERY_MS)
  for (const timer of [first, later]) timer.unref()
  return () => {
    clearTimeout(first)
    clearInterval(later)
    stop.abort()
  }
}
