import type { HookEvent } from '../contract/hooks.ts'
import type { HookPlace, HookRule } from './types.ts'

/** A run nobody waits for. */
export interface BackgroundRun {
  readonly rule: string
  readonly event: HookEvent
  readonly sessionId: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Runs that belong to a session and end with it. */
export interface Background {
  start(rule: HookRule, place: HookPlace, work: (signal: AbortSignal) => Promise<void>): void
  list(): readonly BackgroundRun[]
  /** Stops those of a session, or all, and waits for them. */
  end(sessionId?: string): Promise<void>
}

export function createBackground(now: () => number): Background {
  const running = new Map<AbortController, BackgroundRun & { readonly ended: Promise<void> }>()
  return {
    start({ name, event }, { sessionId }, work) {
      const stop = new AbortController()
      const ended = work(stop.signal).finally(() => running.delete(stop))
      running.set(stop, { rule: name, event, sessionId, startedAt: now(), ended })
    },
    list: () => [...running.values()].map(({ rule, event, sessionId, startedAt }) => ({ rule, event, sessionId, startedAt })),
    async end(sessionId) {
      const theirs = [...running].filter(([, run]) => sessionId === undefined || run.sessionId === sessionId)
      for (const [stop] of theirs) stop.abort()
      await Promise.all(theirs.map(([, { ended }]) => ended))
    },
  }
}
