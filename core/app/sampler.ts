import type { Config } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Clock } from '../base/clock.ts'
import type { Sampler } from '../mcp/index.ts'
import type { Storage } from '../storage/types.ts'
import type { Aside } from './aside.ts'

interface Deps {
  readonly storage: Storage
  readonly config: Config
  readonly clock: Clock
  readonly aside: Aside
}

/** Answers of a session's own model for MCP servers. A spent budget is not asked about here: it says no. */
export function createSampler({ storage, config, clock, aside }: Deps): Sampler {
  async function checkBudget(sessionId: string): Promise<void> {
    const session = storage.sessions.get(sessionId)
    const project = session && storage.projects.get(session.projectId)
    const { budget } = await config.load(project?.path)
    const day = new Date(clock.now())
    day.setHours(0, 0, 0, 0)
    const month = new Date(day)
    month.setDate(1)
    const spent = {
      session: session?.usage.costUsd ?? 0,
      day: storage.usage.costSince(day.getTime()),
      month: storage.usage.costSince(month.getTime()),
    }
    for (const span of ['session', 'day', 'month'] as const) {
      const limit = budget[span]
      if (limit === undefined || spent[span] < limit) continue
      throw new AppError(`session.budget_${span}`, { params: { spent: spent[span].toFixed(2), limit: limit.toFixed(2) } })
    }
  }
  return {
    modelOf: (sessionId) => storage.sessions.get(sessionId)?.model ?? '',
    async answer({ sessionId, system, messages, maxTokens }, signal) {
      await checkBudget(sessionId)
      const { text, model, isCut } = await aside({ sessionId, on: 'own', system, messages, maxTokens }, signal)
      return { text, model, stopReason: isCut ? 'maxTokens' : 'endTurn' }
    },
  }
}
