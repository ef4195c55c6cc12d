import { AppError } from '../contract/errors.ts'
import type { AgentLimit, ToolLimit } from '../storage/types.ts'
import type { AgentText } from './types.ts'

/** As the tools of a definition name a copy of the agent itself. */
const COPY = 'fork'
/** In a message. */
const MAX_NAMED = 30

/** Which agents the names allow: `Agent(a, b)` those, `Agent` any. Several entries count together. */
export function agentLimit(tools: readonly string[] | null, disallowed: readonly string[]): AgentLimit | undefined {
  const only = tools === null || tools.some(isAnyAgent) ? [] : tools.flatMap(typesIn)
  const never = disallowed.flatMap(typesIn)
  return only.length + never.length === 0 ? undefined : { only: only.length === 0 ? null : only, never }
}

/** Whether it names agents that may be started, or may not, rather than the whole tool. */
export function namesTypes(tool: string): boolean {
  return typesIn(tool).length > 0
}

/** Letter case aside. `type` undefined: a copy. */
export function mayStart(limits: readonly ToolLimit[], type: string | undefined): boolean {
  const name = (type ?? COPY).toLowerCase()
  const has = (names: readonly string[]): boolean => names.some((one) => one.toLowerCase() === name)
  return limits.every(({ agents }) => !agents || ((agents.only === null || has(agents.only)) && !has(agents.never)))
}

/** For the model. `AppError('agent.not_startable')`. */
export function checkStart(limits: readonly ToolLimit[], type: string | undefined): void {
  if (mayStart(limits, type)) return
  const named = [...new Set(limits.flatMap(({ agents }) => agents?.only ?? []))].slice(0, MAX_NAMED)
  const allowed = named.filter((name) => mayStart(limits, name)).join(', ') || '–'
  throw new AppError('agent.not_startable', { params: { name: type ?? COPY, allowed } })
}

/** What a person is shown: whom it may start stands behind the tool. */
export function shownTools({ tools, disallowedTools, agents }: Pick<AgentText, 'tools' | 'disallowedTools' | 'agents'>) {
  const { only, never = [] } = agents ?? {}
  return {
    tools: tools && tools.map((tool) => (tool === 'agent' && only ? `agent(${only.join(', ')})` : tool)),
    disallowedTools: [...disallowedTools, ...(never.length > 0 ? [`agent(${never.join(', ')})`] : [])],
  }
}

function isAnyAgent(tool: string): boolean {
  return /^(?:agent|task)(?:\(\s*\))?$/i.test(tool)
}

function typesIn(tool: string): string[] {
  const inside = /^(?:agent|task)\(([^)]*)\)$/i.exec(tool)?.[1] ?? ''
  return inside
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
