import type { McpTool, McpToolUse } from '../contract/mcp.ts'
import { shareOf, type CallTime } from './call-times.ts'

interface Call extends CallTime {
  readonly ts: number
  readonly isError: boolean
}

/** What was called how often and how it went, the most called first. `calls`: newest first. */
export function callsByTool(calls: readonly Call[], tools: readonly McpTool[]): McpToolUse[] {
  const names = new Map(tools.map(({ fullName, name }) => [fullName, name]))
  return [...Map.groupBy(calls, ({ tool }) => tool)]
    .map(([tool, own]) => {
      const times = own.map(({ durationMs }) => durationMs)
      return {
        // One the server does not list any more has only the name the model knew.
        name: names.get(tool) ?? tool,
        calls: own.length,
        failedCalls: own.filter(({ isError }) => isError).length,
        p50Ms: shareOf(times, 0.5),
        p95Ms: shareOf(times, 0.95),
        lastAt: own[0]?.ts ?? 0,
      }
    })
    .toSorted((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1))
}
