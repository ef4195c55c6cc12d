import { z } from 'zod'
import { ourEvents, type HookDialect } from '../dialects/index.ts'
import { readHandler } from './handler.ts'
import type { Imported } from './types.ts'

const Group = z.looseObject({ matcher: z.string().optional().catch(undefined), hooks: z.array(z.unknown()) })

/** `hooks: { Event: [{ matcher, hooks: [handler] }] }`, as Claude Code, Gemini and Codex have it. */
export function readGrouped(hooks: Readonly<Record<string, unknown>>, dialect: HookDialect): Imported[] {
  return Object.entries(hooks).flatMap(([name, groups]) => {
    const events = ourEvents(dialect, name)
    const list = Array.isArray(groups) ? groups : []
    return list.flatMap((group, at) => {
      const read = Group.safeParse(group)
      if (!read.success)
        return [{ from: `${name}[${at}]`, entry: undefined, losses: [{ code: 'hook.import_field' as const, params: { field: 'hooks' } }] }]
      const { matcher, hooks: handlers } = read.data
      return handlers.flatMap((handler, index): Imported[] => {
        const from = `${name}[${at}].hooks[${index}]`
        if (events.length === 0) return [{ from, entry: undefined, losses: [{ code: 'hook.import_event', params: { event: name } }] }]
        return events
          .filter((event) => event !== 'PostToolUseFailure' || name === 'PostToolUseFailure' || dialect === 'gemini')
          .map((event) => readHandler(handler, { from, event, theirs: name, matcher, dialect }))
      })
    })
  })
}
