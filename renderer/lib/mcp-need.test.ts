import { expect, it } from 'vitest'
import type { McpServer } from '../../core/contract/mcp.ts'
import { failsOften, groupByNeed, matches } from './mcp-need.ts'

const calm: McpServer = {
  name: '',
  type: 'stdio',
  source: 'user',
  state: 'ready',
  problem: null,
  tools: 2,
  protocolVersion: null,
  latencyMs: null,
  noise: 0,
  title: 'Notes',
  version: '',
  icon: null,
  instructions: '',
  offers: [],
  file: '/home/config.yaml',
  line: 1,
  runs: 'npx -y notes@1.2.3',
  given: [],
  attempt: 0,
  memoryBytes: null,
  cpuPercent: null,
  calls: 0,
  failedCalls: 0,
  callTimes: null,
  changedTools: 0,
  refusedRequests: 0,
  isSignedIn: false,
  missingVariables: [],
}
const server = (name: string, more: Partial<McpServer> = {}): McpServer => ({ ...calm, name, ...more })

it('trouble comes first, then what is at work with the unsteady ahead, then what is off', () => {
  const servers = [
    server('off', { state: 'disabled' }),
    server('ready'),
    server('changed', { changedTools: 1 }),
    server('starting', { state: 'starting' }),
    server('back', { state: 'reconnecting' }),
    server('held', { state: 'needs_env' }),
    server('sign', { state: 'needs_auth' }),
    server('dead', { state: 'failed' }),
    server('alien', { state: 'untrusted' }),
  ]
  expect(groupByNeed(servers).map(({ need, servers }) => [need, ...servers.map(({ name }) => name)])).toEqual([
    ['needYou', 'dead', 'alien', 'held', 'sign'],
    ['working', 'back', 'changed', 'ready', 'starting'],
    ['off', 'off'],
  ])
})

it.each([
  [2, 2, false],
  [3, 3, true],
  [40, 3, true],
  [61, 3, false],
])('of %i calls %i failed: often is %s', (calls, failedCalls, often) => {
  expect(failsOften({ calls, failedCalls })).toBe(often)
})

it.each([
  ['NOTES', true],
  ['notes@1.2', true],
  ['ready delete', true],
  ['delete gone', false],
])('a server is found by %s: %s', (wanted, found) => {
  expect(matches(server('n'), wanted, { words: 'ready', tools: ['delete_note'] })).toBe(found)
})
