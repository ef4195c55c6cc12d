import type { AgentFacts } from '../prompt/index.ts'
import type { AgentSpec } from '../storage/types.ts'
import { mayStart } from './agent-limits.ts'
import { forbidsTool } from './tool-limits.ts'

/** What an agent is told at its beginning; undefined: it is told what a conversation is, as a fork is. */
export function agentFacts(agent: AgentSpec | undefined): AgentFacts | undefined {
  if (!agent || agent.isFork) return undefined
  const may = (name: string): boolean =>
    forbidsTool(agent, { name, category: 'none', inBackground: name === 'agent' ? undefined : true }) === undefined
  return {
    prompt: agent.prompt,
    hasMemory: agent.hasMemory,
    hasSkills: may('load_skill'),
    hasAgents: may('agent'),
    mayStart: (name) => mayStart(agent.limits, name),
    hasPerson: agent.depth === 0,
  }
}
