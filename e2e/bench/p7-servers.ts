import { performance } from 'node:perf_hooks'
import { serverFolder } from './mcp-servers.ts'
import { median, type Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const ROUNDS = 11
const COUNT = 20
const HANDSHAKE_MS = 300

/**
 * Twenty servers whose greeting takes its time, and a dead one: until the window answers, and until all are ready. The same
 * twenty with nothing of ours around them, in the same round, are told beside it, since starting twenty programs is most of it.
 */
export const p7: Bench = {
  name: 'P7',
  async run() {
    const { connectCore, mcpYaml } = await loadSources()
    const servers = serverFolder()
    const entries = Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`s${at}`, servers.entry(HANDSHAKE_MS)]))
    const providerYaml = mcpYaml({ ...entries, dead: { type: 'stdio', command: '/no/such/program' } })
    const round = async () => {
      const bare = await servers.bare(COUNT, HANDSHAKE_MS)
      const app = await connectCore({ providerYaml })
      const startedAt = performance.now()
      await app.newSession()
      const usable = performance.now() - startedAt
      const states = await app.rpc.mcp.status({})
      const ready = performance.now() - startedAt
      await app.close()
      if (states.filter(({ state }) => state === 'ready').length !== COUNT) throw new Error('not all servers are ready')
      return { bare, usable, ready }
    }
    try {
      // What is loaded with the first server; reported, since it is what a person waits for once.
      const first = await round()
      const rounds: Awaited<ReturnType<typeof round>>[] = []
      for (let n = 0; n < ROUNDS; n++) rounds.push(await round())
      const ready = rounds.map((one) => one.ready)
      console.log(`P7: bare ${Math.round(median(rounds.map(({ bare }) => bare)))} ms, first start ever ${Math.round(first.ready)} ms`)
      return [
        {
          bench: 'P7',
          what: 'a window usable beside 20 starting servers',
          unit: 'ms',
          budget: 200,
          samples: rounds.map(({ usable }) => usable),
        },
        { bench: 'P7', what: '20 servers of 300 ms ready', unit: 'ms', budget: 1_200, samples: ready },
      ]
    } finally {
      servers.remove()
    }
  },
}
