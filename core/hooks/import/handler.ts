import { z } from 'zod'
import type { HookEvent } from '../../contract/hooks.ts'
import type { HookDialect } from '../dialects/index.ts'
import { isBlocking } from '../events.ts'
import { readMatcher } from './matcher.ts'
import { readPermissionRule } from './permission-rule.ts'
import type { Imported, Loss } from './types.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const Handler = z.looseObject({
  type: optional(z.string()),
  command: optional(z.string()),
  bash: optional(z.string()),
  powershell: optional(z.string()),
  args: optional(z.array(z.string())),
  shell: optional(z.string()),
  timeout: optional(z.number()),
  timeoutSec: optional(z.number()),
  async: optional(z.boolean()),
  once: optional(z.boolean()),
  if: optional(z.string()),
  url: optional(z.string()),
  headers: optional(z.record(z.string(), z.string())),
  allowedEnvVars: optional(z.array(z.string())),
  prompt: optional(z.string()),
  name: optional(z.string()),
  cwd: optional(z.string()),
  matcher: optional(z.string()),
})
type Handler = z.output<typeof Handler>

interface Place {
  readonly from: string
  readonly event: HookEvent
  readonly theirs: string
  readonly matcher: string | undefined
  readonly dialect: HookDialect
}

/** One handler as a rule. */
export function readHandler(value: unknown, { from, event, theirs, matcher, dialect }: Place): Imported {
  const handler = Handler.safeParse(value).data ?? {}
  const losses: Loss[] = []
  const action = actionOf(handler)
  if (!action) {
    const code = handler.type === undefined || handler.type === 'command' ? 'hook.import_no_command' : 'hook.import_handler'
    return { from, entry: undefined, losses: [{ code, params: { type: handler.type ?? '' } }] }
  }
  const read = readMatcher(handler.matcher ?? matcher, event, dialect)
  if (read.isNever)
    return { from, entry: undefined, losses: [{ code: 'hook.import_matcher', params: { matcher: handler.matcher ?? matcher ?? '' } }] }
  const condition = conditionOf(read.any, handler.if, losses)
  if (handler.cwd !== undefined) losses.push({ code: 'hook.import_field', params: { field: 'cwd' } })
  const timeout = timeoutOf(handler, { dialect, event })
  const isAsync = handler.async === true && !isBlocking(event)
  if (handler.async === true && !isAsync) losses.push({ code: 'hook.import_field', params: { field: 'async' } })
  return {
    from,
    entry: {
      name: nameOf(handler, { event: theirs, dialect, from }),
      event,
      ...(condition && { if: condition }),
      action,
      ...(timeout !== undefined && { timeout }),
      ...(isAsync && { async: true }),
      ...(handler.once === true && { only_once: true }),
      dialect,
    },
    losses,
  }
}

function actionOf({
  type = 'command',
  command,
  bash,
  powershell,
  args,
  shell,
  url,
  headers,
  allowedEnvVars,
  prompt,
}: Handler): Readonly<Record<string, unknown>> | undefined {
  if (type === 'command') {
    if (args && command !== undefined) return { type: 'shell', args: [command, ...args] }
    const line = command ?? bash ?? powershell
    if (line === undefined || line.trim() === '') return undefined
    const named =
      command === undefined && bash === undefined ? 'powershell' : shell === 'powershell' || shell === 'bash' ? shell : undefined
    return { type: 'shell', command: line, ...(named && { shell: named }) }
  }
  if (type === 'http' && url !== undefined)
    return { type: 'http', url, ...(headers && { headers }), ...(allowedEnvVars && { allowed_env: allowedEnvVars }) }
  if ((type === 'agent' || type === 'prompt') && prompt !== undefined) {
    // Both ask a model about the moment; here that is an agent that may look but not touch.
    return {
      type: 'subagent',
      agent_name: 'Explore',
      prompt: `${prompt.replaceAll('$ARGUMENTS', 'the event below')}\n\nAnswer with JSON: {"decision": "allow" | "block", "reason": "…"}.`,
    }
  }
  return undefined
}

function conditionOf(any: readonly object[], rule: string | undefined, losses: Loss[]): Readonly<Record<string, unknown>> | undefined {
  const all = rule === undefined ? [] : readPermissionRule(rule)
  if (all === undefined) losses.push({ code: 'hook.import_condition', params: { condition: rule ?? '' } })
  if (!all || all.length === 0) return any.length === 0 ? undefined : { any_of: any }
  if (any.length <= 1) return { all_of: [...any, ...all] }
  losses.push({ code: 'hook.import_condition', params: { condition: rule ?? '' } })
  return { any_of: any }
}

function timeoutOf({ timeout, timeoutSec }: Handler, { dialect, event }: { dialect: HookDialect; event: HookEvent }): string | undefined {
  // Their usual limits are minutes; ours would end scripts that worked.
  const usual = event === 'SessionEnd' ? undefined : dialect === 'copilot' ? '30s' : dialect === 'gemini' ? '60s' : '10m'
  const given = timeoutSec ?? timeout
  if (given === undefined || given <= 0) return usual
  return dialect === 'gemini' ? `${given}ms` : `${given}s`
}

function nameOf(
  { name, command, bash, url, prompt }: Handler,
  { event, dialect, from }: { event: string; dialect: HookDialect; from: string },
): string {
  if (name) return name.slice(0, 80)
  const word = (command ?? bash ?? url ?? prompt ?? from).split(/[\s;|&]/).find((part) => /[\w]/.test(part)) ?? from
  const short = word
    .replaceAll(/["'$\\{}]/g, '')
    .replace(/^.*\//, '')
    .slice(0, 40)
  return `${dialect} ${event} ${short}`.trim()
}
