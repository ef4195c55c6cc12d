import type { RunFacts } from '../../core/contract/tasks.ts'

/** Tokens of a run, those read from a cache included. */
export function tokensOf({ usage }: RunFacts): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
}

/** Milliseconds it has been at work; undefined: it has not begun. */
export function elapsedOf({ startedAt, endedAt }: RunFacts, nowMs: number): number | undefined {
  return startedAt === null ? undefined : Math.max(0, (endedAt ?? nowMs) - startedAt)
}
