import { tokensOf } from '../contract/add-usage.ts'
import type { AgentsSettings } from '../contract/app.ts'
import { AppError } from '../contract/errors.ts'
import type { Storage } from '../storage/types.ts'

/**
 * `agent.budget_spent` where the agents of the session's conversation may use no more, those of a card that a person started
 * together with it; undefined: they may. What has no known price costs nothing.
 */
export function spentAgentBudget(storage: Storage, id: string, { tokens = 0, usd = 0 }: AgentsSettings['budget']): AppError | undefined {
  if (tokens === 0 && usd === 0) return undefined
  const root = rootOf(storage, id)
  const used = storage.usage.ofTree(root, { withRoot: storage.sessions.get(root)?.agent !== null })
  const spent = (now: string, limit: string) => new AppError('agent.budget_spent', { params: { spent: now, limit } })
  if (usd > 0 && used.knownUsd >= usd) return spent(`$${used.knownUsd.toFixed(2)}`, `$${usd.toFixed(2)}`)
  return tokens > 0 && tokensOf(used) >= tokens ? spent(`${tokensOf(used)} tokens`, `${tokens} tokens`) : undefined
}

/** The conversation at the top, or the agent that a person started. */
export function rootOf(storage: Storage, id: string): string {
  const parent = storage.sessions.get(id)?.parentId
  return parent ? rootOf(storage, parent) : id
}
