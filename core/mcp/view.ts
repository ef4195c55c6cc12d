import type { McpServerConfig } from '../config/types.ts'
import { toWireError } from '../contract/errors.ts'
import type { McpServer } from '../contract/mcp.ts'
import type { Usage } from './meter.ts'
import type { Server } from './server.ts'

/** A configured server with the state of what runs of it. */
export function viewOf(config: McpServerConfig, server: Server | undefined, usage?: Usage): McpServer {
  const { name, type, source, plugin, file, line, runs, given, reading } = config
  const missingVariables = [...config.missingVariables]
  const facts = {
    ...nothing,
    name,
    type: type ?? null,
    source,
    ...(plugin !== undefined && { plugin }),
    file,
    line,
    runs,
    given: [...given],
    missingVariables,
  }
  if (reading.kind === 'broken') return { ...facts, state: 'failed', problem: toWireError(reading.problem) }
  if (reading.kind === 'needs_env') return { ...facts, state: 'needs_env', problem: toWireError(reading.problem) }
  if (reading.kind !== 'startable') return { ...facts, state: reading.kind, problem: null }
  return server ? { ...facts, ...running(server), ...usage } : { ...facts, state: 'idle', problem: null }
}

function running(server: Server): Omit<McpServer, keyof McpServerConfig | 'isSignedIn' | 'memoryBytes' | 'cpuPercent'> {
  const { state, problem, tools, protocolVersion, latencyMs, facts, attempt } = server
  return {
    state,
    problem: problem ? toWireError(problem) : null,
    tools: tools.filter(({ enabled }) => enabled).length,
    protocolVersion,
    latencyMs,
    noise: server.noise().count,
    title: facts?.title ?? '',
    version: facts?.version ?? '',
    icon: facts?.icon ?? null,
    instructions: facts?.instructions ?? '',
    offers: [...(facts?.offers ?? [])],
    attempt,
    refusedRequests: server.refusedRequests,
    calls: sum(tools.map(({ calls }) => calls)),
    failedCalls: sum(tools.map(({ failedCalls }) => failedCalls)),
    callTimes: server.callTimes(),
    changedTools: tools.filter(({ before }) => before !== null).length,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/** Of a server that does not run. */
const nothing = {
  tools: 0,
  protocolVersion: null,
  latencyMs: null,
  noise: 0,
  title: '',
  version: '',
  icon: null,
  instructions: '',
  offers: [],
  attempt: 0,
  memoryBytes: null,
  cpuPercent: null,
  calls: 0,
  failedCalls: 0,
  callTimes: null,
  changedTools: 0,
  refusedRequests: 0,
  isSignedIn: false,
}
