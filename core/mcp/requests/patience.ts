/** How long a call may still take. It stands still while a person is asked. */
export interface Patience {
  /** Aborts when the time is up, or with the call's own reason. */
  readonly signal: AbortSignal
  /** Which of the two limits was met; undefined: none. */
  readonly over: 'idle' | 'max' | undefined
  /** A sign of life: the idle time begins anew. */
  touch(): void
  /** Stands still while the work goes on. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>
  end(): void
}

export function createPatience({ idleMs, maxMs, signal }: { idleMs: number; maxMs: number; signal: AbortSignal }): Patience {
  const stopped = new AbortController()
  let over: Patience['over']
  let paused = 0
  let leftMs = Math.max(idleMs, maxMs)
  let runningSince = performance.now()
  let idle: NodeJS.Timeout | undefined
  let max: NodeJS.Timeout | undefined
  const stop = (why: Patience['over']): void => {
    over = why
    stopped.abort(new Error('time is up'))
  }
  const run = (): void => {
    runningSince = performance.now()
    idle = setTimeout(stop, idleMs, 'idle')
    max = setTimeout(stop, leftMs, 'max')
  }
  const halt = (): void => {
    clearTimeout(idle)
    clearTimeout(max)
  }
  run()
  return {
    signal: AbortSignal.any([signal, stopped.signal]),
    get over() {
      return over
    },
    touch() {
      if (paused > 0) return
      clearTimeout(idle)
      idle = setTimeout(stop, idleMs, 'idle')
    },
    async pausedFor(work) {
      if (paused === 0) {
        leftMs = Math.max(1, leftMs - (performance.now() - runningSince))
        halt()
      }
      paused += 1
      try {
        return await work()
      } finally {
        paused -= 1
        if (paused === 0) run()
      }
    },
    end: () => {
      paused += 1
      halt()
    },
  }
}
