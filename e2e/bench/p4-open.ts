import { performance } from 'node:perf_hooks'
import { LONG, makeLongSession, openStore } from './long-session.ts'
import type { Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 11
const WARM_UP = 2

/** Opens a session of 10,000 messages: what a window shows first, and all of it from the storage thread. */
export const p4: Bench = {
  name: 'P4',
  async run() {
    const { connectCore } = await loadSources()
    const host = await connectCore()
    const { home } = host.platform.paths
    try {
      const sessionId = await makeLongSession(home, host.project.root)
      const first: number[] = []
      const all: number[] = []
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const window = await host.restart()
        const opened = await timed(() => window.rpc.sessions.open({ sessionId }))
        await window.core.close()
        const storage = await openStore(home)
        // The thread is there once somebody has searched or exported.
        await storage.bulk.search({ text: 'A long day', projectId: undefined, role: 'title', limit: 1 })
        const loaded = await timed(() => storage.bulk.load(sessionId))
        await storage.close()
        if (loaded.value.length !== LONG || opened.value.rows.length < 30) throw new Error('the session is not whole')
        if (round < 0) continue
        first.push(opened.ms)
        all.push(loaded.ms)
      }
      return [
        { bench: 'P4', what: 'first page of 10,000 messages', unit: 'ms', budget: 50, samples: first },
        { bench: 'P4', what: 'all of them, from the storage thread', unit: 'ms', budget: 250, samples: all },
      ]
    } finally {
      await host.close()
    }
  },
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}
