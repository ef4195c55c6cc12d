import type { McpServer } from '../../core/contract/mcp.ts'

/** Where a server stands in the list: somebody must do something, it is at work, or it is off. */
export type McpNeed = 'needYou' | 'working' | 'off'

type State = Pick<McpServer, 'state'>

export function needOf({ state }: State): McpNeed {
  if (state === 'disabled') return 'off'
  return isTrouble({ state }) ? 'needYou' : 'working'
}

/** It does not work until somebody does something. */
export function isTrouble({ state }: State): boolean {
  return state === 'failed' || state === 'needs_auth' || state === 'needs_env' || state === 'untrusted'
}

/** So many calls failed that it is no accident. */
export function failsOften({ calls, failedCalls }: Pick<McpServer, 'calls' | 'failedCalls'>): boolean {
  return failedCalls >= 3 && failedCalls * 20 >= calls
}

export interface McpGroup {
  readonly need: McpNeed
  readonly servers: readonly McpServer[]
}

/** Trouble first; inside a group what is unsteady or changed first, then by name. */
export function groupByNeed(servers: readonly McpServer[]): readonly McpGroup[] {
  return (['needYou', 'working', 'off'] as const)
    .map((need) => ({ need, servers: servers.filter((one) => needOf(one) === need).toSorted(byUrgency) }))
    .filter((group) => group.servers.length > 0)
}

function byUrgency(a: McpServer, b: McpServer): number {
  return urgencyOf(b) - urgencyOf(a) || a.name.localeCompare(b.name)
}

function urgencyOf(server: McpServer): number {
  if (server.state === 'failed' || server.state === 'reconnecting') return 2
  return server.changedTools > 0 || failsOften(server) ? 1 : 0
}

/** `words`: the state as it is said in the window. `tools`: names, where they are known. */
export function matches(server: McpServer, wanted: string, { words, tools }: { words: string; tools: readonly string[] }): boolean {
  const haystack = [server.name, server.title, server.runs, server.source, words, ...tools].join('\n').toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
