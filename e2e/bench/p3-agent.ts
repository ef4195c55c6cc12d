import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { streamStep, type TurnModel } from '../../core/agent/index.ts'
import { systemClock } from '../../core/base/clock.ts'
import { providerConfig, requestWith, user } from '../../core/llm/fixtures.ts'
import { createProvider, forgetfulMemory } from '../../core/llm/index.ts'
import type { Figure } from './measure.ts'

const ROUNDS = 11
const WARM_UP = 1
const NS_PER_MS = 1e6

/** The same stream over a socket, through the provider and the agent's step to the events a window gets. */
export async function throughTheAgent(stream: Uint8Array): Promise<readonly Figure[]> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const rounds: { ms: number; blockMs: number }[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const reading = await step(`http://127.0.0.1:${port}`)
    if (round >= 0) rounds.push(reading)
  }
  server.closeAllConnections()
  server.close()
  return [
    { bench: 'P3', what: '2 MB of arguments, socket to events', unit: 'ms', budget: 1500, samples: rounds.map(({ ms }) => ms) },
    { bench: 'P3', what: 'longest block meanwhile', unit: 'ms', budget: 50, samples: rounds.map(({ blockMs }) => blockMs) },
  ]
}

async function step(baseUrl: string): Promise<{ ms: number; blockMs: number }> {
  const log = { log: () => undefined }
  const config = providerConfig({ baseUrl })
  const provider = createProvider({ config, resolveKey: async () => 'none', endpoints: forgetfulMemory(), env: {}, log })
  const on: TurnModel = {
    provider,
    model: config.model,
    maxTokens: 1_000,
    settings: {},
    maxRetries: 0,
    contextWindow: 1_000_000,
    minCacheTokens: 0,
    isCutOff: () => false,
    costUsd: () => null,
  }
  const { system, tools } = requestWith([])
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const startedAt = performance.now()
  const result = await streamStep(
    {
      clock: systemClock,
      log,
      emit: () => undefined,
      spend: () => undefined,
      fallback: async () => undefined,
      isWatched: false,
      onHurry: () => () => undefined,
      blobs: undefined,
    },
    { step: 1, messages: [user('write it')], request: { system, tools }, on, signal: new AbortController().signal },
  )
  const ms = performance.now() - startedAt
  delay.disable()
  if (result.kind !== 'complete' || result.calls.length !== 1) throw new Error(`the step ended as ${result.kind}`)
  return { ms, blockMs: delay.max / NS_PER_MS }
}
