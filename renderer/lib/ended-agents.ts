import type { AgentView, SessionView } from '../../core/contract/view.ts'
import { madeAt } from './made-at.ts'

/** For what ended after the newest turn began. */
export const AT_END = ''

/** Agents that ended in the background, by the row they stand before: the first of the turn that could tell of them. */
export function endedAgents({ rows, agents, hasMore }: Pick<SessionView, 'rows' | 'agents' | 'hasMore'>): ReadonlyMap<string, AgentView[]> {
  const found = new Map<string, AgentView[]>()
  for (const agent of agents) {
    const { facts, status } = agent.task
    const isOver = status === 'completed' || status === 'failed' || status === 'cancelled'
    if (!facts?.isBackground || facts.endedAt === null || !isOver) continue
    const { endedAt } = facts
    const index = rows.findIndex(({ turnId }) => madeAt(turnId) >= endedAt)
    // It ended long ago: what it stands before is not loaded.
    if (index === 0 && hasMore) continue
    const before = rows[index]?.id ?? AT_END
    found.set(before, [...(found.get(before) ?? []), agent])
  }
  return found
}
