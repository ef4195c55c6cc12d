import { usageOf } from '../platform/index.ts'

/** A look sooner than this answers with the last one. */
const EVERY_MS = 1_000

export interface Usage {
  readonly memoryBytes: number
  /** Of one core, since the look before; null at the first. */
  readonly cpuPercent: number | null
}

/** What servers' processes use. One look at the process table serves all of them. */
export interface Meter {
  look(pids: readonly number[]): Promise<ReadonlyMap<number, Usage>>
}

interface Reading extends Usage {
  readonly cpuMs: number
  readonly at: number
}

export function createMeter(): Meter {
  const readings = new Map<number, Reading>()
  return {
    async look(pids) {
      const isStale = (pid: number): boolean => performance.now() - (readings.get(pid)?.at ?? -Infinity) > EVERY_MS
      const wanted = pids.filter(isStale)
      const found = await usageOf(wanted)
      for (const pid of wanted) {
        const usage = found.get(pid)
        const before = readings.get(pid)
        const at = performance.now()
        if (!usage) readings.delete(pid)
        else readings.set(pid, { ...usage, at, cpuPercent: before ? percent(usage.cpuMs - before.cpuMs, at - before.at) : null })
      }
      return new Map(pids.flatMap((pid) => [readings.get(pid)].flatMap((one) => (one ? [[pid, one] as const] : []))))
    },
  }
}

function percent(cpuMs: number, passedMs: number): number {
  return Math.max(0, Math.round((cpuMs / passedMs) * 100))
}
