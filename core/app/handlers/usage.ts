import type { RpcHandlers } from '../../contract/index.ts'
import type { UsageRow } from '../../contract/usage.ts'
import type { UsageSum } from '../../storage/types.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

const dayMs = 86_400_000

export function usageHandlers(services: Services): RpcHandlers['usage'] {
  const { storage, platform, config } = services
  const since = (days: number): number => platform.clock.now() - days * dayMs
  return {
    async report(input, { caller }) {
      switch (input.by) {
        case 'day':
          return storage.usage.byDay(since(input.days)).map(toRow)
        case 'model':
        case 'project':
        case 'agent':
          return storage.usage.by(input.by, since(input.days)).map(toRow)
        case 'session':
          return storage.usage.bySession(projectOf(services, caller).id).map(toRow)
        case 'step':
          return storage.usage.byStep(ownSession(services, caller, input.sessionId)).map(toRow)
      }
    },
    calls: async ({ by, days }) => [...storage.usage.calls(by, since(days))],
    async budgets() {
      const { budget } = await config.load(undefined)
      const day = new Date(platform.clock.now())
      day.setHours(0, 0, 0, 0)
      const month = new Date(day)
      month.setDate(1)
      const limit = (usd: number | undefined, from: Date) => ({ usd: usd ?? null, spent: storage.usage.costSince(from.getTime()) })
      return { day: limit(budget.day, day), month: limit(budget.month, month) }
    },
  }
}

function toRow(sum: UsageSum): UsageRow {
  const prompt = sum.inputTokens + sum.cacheReadTokens + sum.cacheWriteTokens
  return { ...sum, cacheHitRate: prompt === 0 ? null : sum.cacheReadTokens / prompt }
}
