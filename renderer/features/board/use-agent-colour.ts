import { agentColour, type AgentColour } from '../../lib/agent-colour.ts'
import { useAgentsStore } from '../../stores/agents.ts'

/** The colour of an agent by its name, as the definition in use says. */
export function useAgentColour(): (name: string) => AgentColour {
  const agents = useAgentsStore()
  return (name) => agentColour(name, agents.colours.get(name))
}
