import type { McpCallTimes } from '../contract/mcp.ts'

/** More are forgotten. */
const KEPT = 100
/** As many as the window draws. */
const DRAWN = 24

/** How long a call took. */
export interface CallTime {
  /** Full name. */
  readonly tool: string
  readonly durationMs: number
}

/** How long the calls took that a server was asked last. */
export interface CallTimes {
  add(call: CallTime): void
  /** Of all of them; null where there is none. */
  all(): McpCallTimes | null
  /** Half of this tool's were faster; null where there is none. */
  medianOf(tool: string): number | null
}

/** `past`: oldest first, from before this run. */
export function createCallTimes(past: readonly CallTime[]): CallTimes {
  let kept = past.slice(-KEPT)
  return {
    add(call) {
      kept = [...kept, call].slice(-KEPT)
    },
    all() {
      if (kept.length === 0) return null
      const times = kept.map(({ durationMs }) => durationMs)
      return { p50Ms: shareOf(times, 0.5), p95Ms: shareOf(times, 0.95), lastMs: times.slice(-DRAWN).map(Math.round) }
    },
    medianOf(tool) {
      const times = kept.filter((one) => one.tool === tool).map(({ durationMs }) => durationMs)
      return times.length === 0 ? null : shareOf(times, 0.5)
    },
  }
}

/** The smallest of `times` that at least this share of them does not exceed. */
export function shareOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}
