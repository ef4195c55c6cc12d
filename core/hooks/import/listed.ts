import { ourEvents, type HookDialect } from '../dialects/index.ts'
import type { HookEvent } from '../../contract/hooks.ts'
import { readHandler } from './handler.ts'
import type { Imported } from './types.ts'

/** Cursor's moments that are a tool's, with the tools they mean. */
const OF_TOOLS: Readonly<Record<string, { readonly event: HookEvent; readonly matcher: string }>> = {
  beforeShellExecution: { event: 'PreToolUse', matcher: 'Shell' },
  afterShellExecution: { event: 'PostToolUse', matcher: 'Shell' },
  beforeMCPExecution: { event: 'PreToolUse', matcher: '^mcp__.*' },
  afterMCPExecution: { event: 'PostToolUse', matcher: '^mcp__.*' },
  beforeReadFile: { event: 'PreToolUse', matcher: 'Read' },
  afterFileEdit: { event: 'PostToolUse', matcher: 'Write|Edit|MultiEdit' },
}

/** `{ version: 1, hooks: { event: [handler] } }`, as Cursor and Copilot have it. */
export function readListed(hooks: Readonly<Record<string, unknown>>, dialect: HookDialect): Imported[] {
  return Object.entries(hooks).flatMap(([name, handlers]) => {
    const list = Array.isArray(handlers) ? handlers : []
    return list.flatMap((handler, at): Imported[] => {
      const from = `${name}[${at}]`
      const special = dialect === 'cursor' ? OF_TOOLS[name] : undefined
      if (special) return [readHandler(handler, { from, theirs: name, dialect, ...special })]
      const events = ourEvents(dialect, name)
      if (events.length === 0) return [{ from, entry: undefined, losses: [{ code: 'hook.import_event', params: { event: name } }] }]
      return events.map((event) => readHandler(handler, { from, event, theirs: name, matcher: undefined, dialect }))
    })
  })
}
