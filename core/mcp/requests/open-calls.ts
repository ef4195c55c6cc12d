import type { Asker } from './types.ts'
import type { Patience } from './patience.ts'

/** A request of ours that a server is working on. */
export interface OpenCall {
  /** Undefined: nobody is there to be asked. */
  readonly asker: Asker | undefined
  readonly patience: Patience
}

export interface OpenCalls {
  /** While it runs, the server may ask whoever is behind the call. */
  during<T>(call: OpenCall, work: () => Promise<T>): Promise<T>
  /** Older servers do not say for which call they ask: the newest one is meant. */
  newest(): OpenCall | undefined
}

export function createOpenCalls(): OpenCalls {
  const open = new Set<OpenCall>()
  return {
    async during(call, work) {
      open.add(call)
      try {
        return await work()
      } finally {
        open.delete(call)
      }
    },
    newest: () => [...open].findLast(({ asker }) => asker !== undefined),
  }
}
