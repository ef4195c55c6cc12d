import { matchesStars } from '../base/star-match.ts'
import type { AgentSpec, ToolLimit } from '../storage/types.ts'
import type { Tool } from '../tools/index.ts'

/** Conversations at depth 0 start agents at depth 1, and so on. */
export const MAX_DEPTH = 3

/** No agent has these: they are about the person's own conversation. */
const NEVER: ReadonlySet<string> = new Set([
  'exit_plan',
  'memory_write',
  'send_message',
  'task_create',
  'task_update',
  'task_list',
  'task_get',
  'task_stop',
])
/** Passes every list: what a skill may do is judged call by call. */
const ALWAYS: ReadonlySet<string> = new Set(['load_skill', 'call_tool', 'tool_search'])

type Judged = Pick<Tool, 'name' | 'category'> & { readonly inBackground?: true | undefined }

/** Why an agent may not use a tool, for the model; undefined: it may. The same at execution as in what it is shown. */
export function forbidsTool(agent: AgentSpec, tool: Judged): string | undefined {
  const { name } = tool
  if (agent.remote) return name === 'ask_user' ? undefined : 'an agent on another machine has no tools here'
  if (agent.depth === 0) return name === 'exit_plan' ? keepsPlanning(agent) : limitOf(agent, tool)
  if (agent.isFork && name === 'agent') return 'a fork starts no further agents'
  if (name === 'agent' && agent.depth >= MAX_DEPTH) return `agents are nested at most ${MAX_DEPTH} deep`
  if (NEVER.has(name) && !(name === 'memory_write' && agent.hasMemory)) return 'it belongs to the conversation with the person'
  if (agent.isBackground && tool.inBackground !== true) return 'agents in the background do not have it'
  return limitOf(agent, tool)
}

/** A plan is shown in every mode but one that is the agent's own. */
function keepsPlanning({ mode }: AgentSpec): string | undefined {
  return mode === 'plan' ? 'its definition keeps it in plan mode' : undefined
}

function limitOf(agent: AgentSpec, tool: Judged): string | undefined {
  const { name } = tool
  if (agent.isReadOnly && isWriting(tool)) return 'it only reads'
  const denied = agent.limits.some(({ never }) => covers(never, name))
  if (denied) return 'its definition forbids it'
  if (ALWAYS.has(name)) return undefined
  const missing = agent.limits.find(({ only }) => only !== null && !covers(only, name))
  return missing ? `its definition allows ${missing.only?.join(', ') ?? ''} only` : undefined
}

export function toolLimit({ tools, disallowedTools }: { tools: readonly string[] | null; disallowedTools: readonly string[] }): ToolLimit {
  return { only: tools, never: disallowedTools }
}

/** Its shell is judged line by line. */
function isWriting({ name, category }: Judged): boolean {
  return category === 'write' || (category === 'exec' && !['bash', 'bash_output', 'bash_stop'].includes(name))
}

function covers(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesStars(pattern, name))
}
