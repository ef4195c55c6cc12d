import type { McpLaunch } from '../config/types.ts'
import type { McpCallTimes, McpTool } from '../contract/mcp.ts'
import { createCallTimes, type CallTime, type CallTimes } from './call-times.ts'
import type { KeptFile } from './kept-file.ts'
import { readTools } from './remote-tools.ts'

type Policy = Pick<McpLaunch, 'tools' | 'trustsAnnotations'>

/** What a server lists, how often each was called in this run, and which are not as they were when somebody last looked. */
export interface ToolBook {
  /** By full name. */
  tools(): readonly McpTool[]
  /** The server lists these now. */
  take(listed: readonly unknown[]): Promise<void>
  /** The entry's `tools` are these now; false: they were. */
  setPolicy(policy: Policy): boolean
  count(tool: string, end: { ok: boolean; durationMs: number }): void
  callTimes(): McpCallTimes | null
  /** `tool` or, undefined, every one is seen as it is now. */
  lookedAt(tool: string | undefined): Promise<void>
}

interface Counts {
  calls: number
  failedCalls: number
}

interface ToolBookDeps {
  /** Under which name what was seen is kept. */
  readonly seenAs: string
  readonly definitions: KeptFile
  /** Calls from before this run, oldest first. */
  readonly pastCalls: () => readonly CallTime[]
}

export function createToolBook(server: string, policy: Policy, { seenAs, definitions, pastCalls }: ToolBookDeps): ToolBook {
  const counts = new Map<string, Counts>()
  let rules = policy
  let listed: readonly unknown[] = []
  let read: readonly McpTool[] = []
  let times: CallTimes | undefined
  let seen: ReadonlyMap<string, string> = new Map()

  function refresh(): void {
    read = readTools(server, listed, rules).map((tool) => {
      const before = seen.get(tool.name)
      const isChanged = before !== undefined && before !== tool.definition && !tool.quarantined
      return { ...tool, ...figuresOf(tool), before: isChanged ? before : null }
    })
  }

  function figuresOf({ name, fullName }: McpTool) {
    return { ...counts.get(name), p50Ms: times?.medianOf(fullName) ?? null }
  }

  return {
    tools: () => read,
    async take(now) {
      seen = await definitions.of(seenAs)
      times ??= createCallTimes(pastCalls())
      listed = now
      refresh()
      const fresh = read.filter(({ name, quarantined }) => !quarantined && !seen.has(name))
      await definitions.keep(seenAs, new Map(fresh.map(({ name, definition }) => [name, definition])))
    },
    setPolicy(now) {
      if (JSON.stringify(now.tools) === JSON.stringify(rules.tools)) return false
      rules = now
      refresh()
      return true
    },
    count(tool, { ok, durationMs }) {
      const { calls, failedCalls } = counts.get(tool) ?? { calls: 0, failedCalls: 0 }
      counts.set(tool, { calls: calls + 1, failedCalls: failedCalls + (ok ? 0 : 1) })
      const called = read.find(({ name }) => name === tool)
      if (!called) return
      times?.add({ tool: called.fullName, durationMs })
      read = read.map((one) => (one === called ? { ...one, ...figuresOf(one) } : one))
    },
    callTimes: () => times?.all() ?? null,
    async lookedAt(tool) {
      const now = read.filter((one) => one.before !== null && (tool === undefined || one.name === tool))
      await definitions.keep(seenAs, new Map(now.map(({ name, definition }) => [name, definition])))
      refresh()
    },
  }
}
