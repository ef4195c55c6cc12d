import type { HookLogRow } from '../contract/hooks.ts'

/** Rules that run once a session and have done so. */
export interface HookMarkRepository {
  has(sessionId: string, rule: string): boolean
  /** Nothing where the session is not kept. */
  add(sessionId: string, rule: string): void
  clear(sessionId: string): void
}

export interface HookCounts {
  readonly runs: number
  readonly blocked: number
  readonly failures: number
}

/** Runs of hooks, the newest of each project. */
export interface HookRunRepository {
  add(projectRoot: string, row: Omit<HookLogRow, 'id'>): void
  /** Newest first, at most 50. */
  page(query: { projectRoot: string; rule?: string | undefined; before?: number | undefined; limit: number }): {
    rows: HookLogRow[]
    hasMore: boolean
  }
  get(projectRoot: string, id: number): HookLogRow | undefined
  /** Of the kept runs, by rule. */
  counts(projectRoot: string, rules: readonly string[]): ReadonlyMap<string, HookCounts>
}
