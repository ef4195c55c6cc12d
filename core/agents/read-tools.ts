import { asNames } from '../frontmatter/index.ts'
import { isKnownTool, rawToolNames } from '../permission/index.ts'
import { agentLimit, namesTypes } from './agent-limits.ts'
import type { Say } from './read-definition.ts'
import type { AgentText } from './types.ts'

type Values = Readonly<Record<string, unknown>>

const NEVER = ['disallowedTools', 'disallowed_tools', 'disallowed-tools'] as const

/** The tools a definition names, by their raw names: a list, a text of names, or a map of yes and no. */
export function readTools(values: Values, say: Say): Pick<AgentText, 'tools' | 'disallowedTools' | 'agents'> {
  const never = NEVER.flatMap((key) => namesIn(values[key], key, say))
  const disallowedTools = never.filter((name) => !namesTypes(name)).flatMap((name) => rawToolNames(plain(name)))
  const all = { tools: null, disallowedTools, agents: agentLimit(null, never) }
  const { tools } = values
  if (isMap(tools)) {
    // Of a map only what it switches off narrows anything.
    const off = Object.keys(tools).filter((name) => tools[name] === false)
    return { ...all, disallowedTools: [...disallowedTools, ...known(off, 'tools', say)] }
  }
  if (!Object.hasOwn(values, 'tools') || tools === null) return all
  const written = asNames(tools)
  if (written?.some((name) => name === '*' || name.toLowerCase() === 'all')) return all
  const only = written ? known(written, 'tools', say) : []
  if (only.length === 0) say('error', 'agent.no_tools', { tools: (written?.join(', ') ?? '').slice(0, 300) }, 'tools')
  return { tools: only, disallowedTools, agents: agentLimit(written ?? null, never) }
}

function namesIn(value: unknown, key: string, say: Say): string[] {
  if (value === undefined || value === null) return []
  const names = asNames(value)
  if (names === undefined) {
    say('error', 'agent.restriction_unread', {}, key)
    return []
  }
  // What is forbidden by a name nobody knows may come with a server.
  return names
}

function known(names: readonly string[], key: string, say: Say): string[] {
  const unknown = names.filter((name) => !isKnownTool(plain(name)))
  if (unknown.length > 0) say('warning', 'agent.unknown_tools', { tools: unknown.join(', ').slice(0, 300) }, key)
  const scoped = names.filter((name) => name.includes('(') && !namesTypes(name))
  if (scoped.length > 0) say('warning', 'agent.scope_ignored', { tools: scoped.join(', ').slice(0, 300) }, key)
  return [...new Set(names.filter((name) => isKnownTool(plain(name))).flatMap((name) => rawToolNames(plain(name))))]
}

/** Without what some products write behind a name, and `server/tool` as it is called here. */
function plain(name: string): string {
  const bare = name.replace(/\(.*$/s, '')
  const served = /^([\w-]+)\/([\w*-]+)$/.exec(bare)
  if (served) return `mcp__${served[1]}__${served[2]}`
  return bare.replace(/^mcp_([a-z0-9-]+)_(\*|\w+)$/i, 'mcp__$1__$2')
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
