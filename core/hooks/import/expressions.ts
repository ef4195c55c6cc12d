import { z } from 'zod'
import { rawToolNames } from '../../permission/index.ts'
import { ourEvents, vocabularies } from '../dialects/index.ts'
import type { Imported, Loss } from './types.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)
const Entry = z.looseObject({
  id: optional(z.string()),
  name: optional(z.string()),
  event: z.string(),
  if: optional(z.string()),
  reject: optional(z.boolean()),
  message: optional(z.string()),
  once: optional(z.boolean()),
  async: optional(z.boolean()),
  timeout: optional(z.union([z.string(), z.number()])),
  on_error: optional(z.string()),
  command: optional(z.string()),
  action: optional(
    z.looseObject({
      type: optional(z.string()),
      command: optional(z.string()),
      prompt: optional(z.string()),
      text: optional(z.string()),
      url: optional(z.string()),
      agent: optional(z.string()),
    }),
  ),
})
type Entry = z.output<typeof Entry>

/** The later line of the original: `if: 'tool == "Bash" && args.command =~ /rm/'`, `reject: true`. */
export function readExpressions(list: readonly unknown[]): Imported[] {
  return list.flatMap((value, at): Imported[] => {
    const read = Entry.safeParse(value)
    const from = `#${at + 1}`
    if (!read.success) return [{ from, entry: undefined, losses: [{ code: 'hook.import_field', params: { field: 'event' } }] }]
    const entry = read.data
    const events = ourEvents('expressions', entry.event).filter((event) => event !== 'PostToolUseFailure')
    if (events.length === 0) return [{ from, entry: undefined, losses: [{ code: 'hook.import_event', params: { event: entry.event } }] }]
    return events.map((event) => ({ from, ...toRule(entry, event, from) }))
  })
}

/** It is of this kind and not of ours: small letters in its events, or a condition that is a text. */
export function looksLikeExpressions(list: readonly unknown[]): boolean {
  return list.some((value) => {
    const { data } = Entry.safeParse(value)
    return data !== undefined && (Object.values(vocabularies.expressions.events).includes(data.event) || data.if !== undefined)
  })
}

function toRule(entry: Entry, event: string, from: string): Pick<Imported, 'entry' | 'losses'> {
  const losses: Loss[] = []
  const condition = entry.if === undefined ? undefined : readExpression(entry.if)
  if (entry.if !== undefined && !condition)
    return { entry: undefined, losses: [{ code: 'hook.import_condition', params: { condition: entry.if } }] }
  const action = actionOf(entry)
  if (!action) return { entry: undefined, losses: [{ code: 'hook.import_no_command', params: { type: '' } }] }
  const failure = entry.on_error === 'reject' ? 'block' : entry.on_error === undefined || entry.on_error === 'ignore' ? undefined : 'allow'
  if (entry.on_error === 'fail') losses.push({ code: 'hook.import_field', params: { field: 'on_error' } })
  const { timeout } = entry
  return {
    entry: {
      name: entry.name ?? entry.id ?? `expressions ${entry.event} ${from}`,
      event,
      ...(condition && { if: condition }),
      action,
      ...(timeout !== undefined && { timeout: typeof timeout === 'number' ? `${timeout}s` : timeout }),
      ...(entry.once === true && { only_once: true }),
      ...(entry.async === true && entry.reject !== true && { async: true }),
      ...(failure && { on_failure: failure }),
      dialect: 'expressions',
    },
    losses,
  }
}

function actionOf({ command, action, reject, message, event }: Entry): Readonly<Record<string, unknown>> | undefined {
  const line = command ?? action?.command
  const refuses = reject === true && event === 'pre_tool_use'
  if (refuses) {
    const words = message ?? 'rejected by a rule'
    const quoted = `'${words.replaceAll("'", `'\\''`)}'`
    return { type: 'shell', command: line === undefined ? `echo ${quoted} >&2; exit 2` : `{ ${line}; } >&2; echo ${quoted} >&2; exit 2` }
  }
  if (line !== undefined) return { type: 'shell', command: line }
  if (action?.url !== undefined) return { type: 'http', url: action.url }
  const text = action?.prompt ?? action?.text ?? message
  if (action?.agent !== undefined && text !== undefined) return { type: 'subagent', agent_name: action.agent, prompt: text }
  return text === undefined ? undefined : { type: 'prompt', text }
}

const TERM = /^\s*([\w.]+)\s*(==|!=|=~|~=|=\*)\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|\/((?:[^/\\]|\\.)*)\/|([\w.*/-]+))\s*$/

/** `a == "x" && b =~ /y/`, or the same with `||`; the two are never mixed there. */
function readExpression(text: string): Readonly<Record<string, unknown>> | undefined {
  const isAny = text.includes('||')
  if (isAny && text.includes('&&')) return undefined
  const terms = text.split(isAny ? '||' : '&&').map(readTerm)
  if (terms.some((term) => term === undefined)) return undefined
  return { [isAny ? 'any_of' : 'all_of']: terms }
}

function readTerm(text: string): object | undefined {
  const [, name = '', operator = '', double, single, slashes, bare] = TERM.exec(text) ?? []
  if (operator === '') return undefined
  const value = (double ?? single ?? slashes ?? bare ?? '').replaceAll(/\\(["'/])/g, '$1')
  const field = FIELDS[name] ?? (name.startsWith('args.') ? `tool_input.${argument(name.slice(5))}` : undefined)
  if (field === undefined) return undefined
  if (field === 'tool_name') return toolTerm(operator, value)
  if (operator === '=~' || operator === '~=') return { field, match: { type: 'regex', value } }
  if (operator === '=*') return { field, match: { type: field === 'tool_input.command' ? 'command_glob' : 'glob', value } }
  const match = { type: 'exact', value }
  return { field, match: operator === '==' ? match : { type: 'not', inner: match } }
}

const FIELDS: Readonly<Record<string, string>> = {
  tool: 'tool_name',
  tool_name: 'tool_name',
  event: 'event',
  session_id: 'session_id',
  cwd: 'cwd',
  message: 'prompt',
  prompt: 'prompt',
  file_path: 'tool_input.path',
  command: 'tool_input.command',
  is_error: 'is_error',
  output: 'tool_result',
}

function argument(name: string): string {
  return name === 'file_path' ? 'path' : name
}

function toolTerm(operator: string, value: string): object {
  const match =
    operator === '==' || operator === '!='
      ? { type: 'in', value: rawToolNames(value) }
      : { type: operator === '=*' ? 'glob' : 'regex', value }
  return { field: 'tool_name', match: operator === '!=' ? { type: 'not', inner: match } : match }
}
