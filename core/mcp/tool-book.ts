import type { McpLaunch } from '../config/types.ts'
import type { McpTool } from '../contract/mcp.ts'
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
  count(tool: string, ok: boolean): void
  /** `tool` or, undefined, every one is seen as it is now. */
  lookedAt(tool: string | undefined): Promise<void>
}

interface Counts {
  calls: number
  failedCalls: number
}

/** `seenAs`: under which name what was seen is kept. */
export function createToolBook(
  server: string,
  policy: Policy,
  { seenAs, definitions }: { seenAs: string; definitions: KeptFile },
): ToolBook {
  const counts = new Map<string, Counts>()
  let rules = policy
  let listed: readonly unknown[] = []
  let read: readonly McpTool[] = []
  let seen: ReadonlyMap<string, string> = new Map()

  function refresh(): void {
    read = readTools(server, listed, rules).map((tool) => {
      const before = seen.get(tool.name)
      const isChanged = before !== undefined && before !== tool.definition && !tool.quarantined
      return { ...tool, ...counts.get(tool.name), before: isChanged ? before : null }
    })
  }

  return {
    tools: () => read,
    async take(now) {
      seen = await definitions.of(seenAs)
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
    count(tool, ok) {
      const { calls, failedCalls } = counts.get(tool) ?? { calls: 0, failedCalls: 0 }
      counts.set(tool, { calls: calls + 1, failedCalls: failedCalls + (ok ? 0 : 1) })
      read = read.map((one) => (one.name === tool ? { ...one, ...counts.get(tool) } : one))
    },
    async lookedAt(tool) {
      const now = read.filter((one) => one.before !== null && (tool === undefined || one.name === tool))
      await definitions.keep(seenAs, new Map(now.map(({ name, definition }) => [name, definition])))
      refresh()
    },
  }
}
