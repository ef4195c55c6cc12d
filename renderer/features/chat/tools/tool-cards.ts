import AgentBody from './AgentBody.vue'
import { callCard } from './call-cards.ts'
import type { ToolCard } from './tool-card.ts'

/** An agent's card holds the cards of its own calls. */
const agentCard: ToolCard = { ...callCard('agent'), body: AgentBody, opens: () => true }

/** The tool-card registry of the conversation's own calls. */
export const toolCards = {
  for: (name: string): ToolCard => (name === 'agent' ? agentCard : callCard(name)),
}
