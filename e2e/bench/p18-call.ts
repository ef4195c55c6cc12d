import { performance } from 'node:perf_hooks'
import type { McpLaunch } from '../../core/config/types.ts'
import { serverFolder } from './mcp-servers.ts'
import { median, type Bench } from './measure.ts'
import { loadSources } from './sources.ts'

const CALLS = 400
const WARM_UP = 100

/** A call of a tool over standard input and output, less what the bare exchange of two lines with the same server takes. */
export const p18: Bench = {
  name: 'P18',
  async run() {
    const { memoryPlatform, sharedLooks, createServer, createKeptFile, createEras, createMeter } = await loadSources()
    const servers = serverFolder()
    const platform = memoryPlatform()
    const kept = createKeptFile({ file: undefined, locks: { hold: (_, work) => work() }, log: platform.log })
    const launch: McpLaunch = {
      ...servers.entry(0),
      type: 'stdio',
      variables: [],
      cwd: undefined,
      sandbox: { own: 'inherit', source: { kind: 'user' } },
      era: 'legacy',
      keepaliveMs: undefined,
      limits: { concurrency: 4, perSecond: 1_000_000, burst: 1_000_000, memoryBytes: undefined },
      timeouts: { connectMs: 30_000, callMs: 60_000, maxMs: 600_000 },
      toolTimeoutsMs: {},
      tools: { allow: ['*'], deny: [] },
      trustsAnnotations: true,
      grants: { roots: false, sampling: false },
    }
    const server = createServer(
      { name: 'echo', launch, projectRoot: platform.paths.temp, seenAs: 'echo' },
      {
        ...platform,
        redact: (text) => text,
        confine: async (program) => program,
        web: () => Promise.reject(new Error('no address here')),
        isSignedIn: async () => false,
        fill: async (values) => values,
        eras: createEras(kept),
        look: sharedLooks(),
        admit: async () => () => undefined,
        definitions: kept,
        meter: createMeter(),
        folders: { list: async () => [], onChange: () => () => undefined },
        pastCalls: () => [],
        changed: () => undefined,
      },
    )
    try {
      await server.settled()
      const signal = new AbortController().signal
      const call = (): Promise<unknown> => server.call({ tool: 'echo', arguments: { text: 'x' }, signal, onProgress: () => undefined })
      const ours = await timed(call)
      const bare = await servers.exchange(CALLS + WARM_UP)
      const bareMs = median(bare.slice(WARM_UP))
      console.log(`P18: call ${median(ours).toFixed(2)} ms, bare exchange ${bareMs.toFixed(2)} ms`)
      return [
        {
          bench: 'P18',
          what: 'an MCP call over stdio, our part',
          unit: 'ms',
          budget: 1,
          samples: ours.map((ms) => Math.max(0, ms - bareMs)),
        },
      ]
    } finally {
      await server.stop('quick')
      servers.remove()
      platform.close()
    }
  },
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const samples: number[] = []
  for (let n = 0; n < CALLS + WARM_UP; n++) {
    const startedAt = performance.now()
    await work()
    if (n >= WARM_UP) samples.push(performance.now() - startedAt)
  }
  return samples
}
