import { boundedRegex, rawToolNames, readExpression } from '../../permission/index.ts'
import { vocabularies, type HookDialect } from '../dialects/index.ts'
import type { HookEvent } from '../../contract/hooks.ts'

type Atom = Readonly<Record<string, unknown>>

/** What a matcher is held against, by event; an event that is not there has none. */
const FIELDS: Readonly<Partial<Record<HookEvent, string>>> = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreToolUse: 'tool_name',
  PermissionRequest: 'tool_name',
  PostToolUse: 'tool_name',
  PostToolUseFailure: 'tool_name',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
  Notification: 'kind',
  SubagentStart: 'agent_name',
  SubagentStop: 'agent_name',
}

export interface ReadMatcher {
  /** One of them is enough; empty: it always matches. */
  readonly any: readonly Atom[]
  /** It matches nothing here. */
  readonly isNever: boolean
}

/** A matcher in other products' words: exact names between bars and commas, else a regular expression over their names. */
export function readMatcher(text: string | undefined, event: HookEvent, dialect: HookDialect): ReadMatcher {
  const wanted = (text ?? '').trim()
  const field = FIELDS[event]
  if (wanted === '' || wanted === '*' || wanted === '.*' || field === undefined) return { any: [], isNever: false }
  const names = /^[\w\-,| ]+$/.test(wanted)
    ? wanted
        .split(/[|,]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : undefined
  if (field !== 'tool_name') {
    const match = names ? { type: 'in', value: names } : { type: 'regex', value: wanted }
    return { any: [{ field, match }], isNever: false }
  }
  const raw = names ? names.flatMap((name) => ownNames(name, dialect)) : namesBy(wanted, dialect)
  const servers = names ? undefined : serverPattern(wanted)
  const any = [
    ...(raw.length > 0 ? [{ field, match: { type: 'in', value: [...new Set(raw)] } }] : []),
    ...(servers === undefined ? [] : [{ field, match: { type: 'regex', value: servers } }]),
  ]
  return { any, isNever: any.length === 0 }
}

function ownNames(name: string, dialect: HookDialect): readonly string[] {
  const own = Object.entries(vocabularies[dialect].tools).filter(([, theirs]) => theirs.toLowerCase() === name.toLowerCase())
  return own.length > 0 ? own.map(([ours]) => ours) : rawToolNames(name)
}

const OWN = ['bash', 'read_file', 'write_file', 'edit_file', 'multi_edit', 'glob', 'grep', 'web_fetch', 'agent', 'todo_write', 'load_skill']

function namesBy(pattern: string, dialect: HookDialect, all: readonly string[] = OWN): readonly string[] {
  const { tools } = vocabularies[dialect]
  try {
    const test = boundedRegex(readExpression(pattern, ''))
    return all.filter((ours) => test(tools[ours] ?? ours) === true)
  } catch {
    // No expression at all: it matched nothing there either.
    return []
  }
}

/** A pattern may reach servers' tools too, whose names are the same everywhere. */
function serverPattern(pattern: string): string | undefined {
  if (pattern.includes('mcp')) return pattern
  return namesBy(pattern, 'claude-code', ['mcp__server__tool']).length > 0 ? '^mcp__' : undefined
}
