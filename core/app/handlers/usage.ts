import type { RpcHandlers } from '../../contract/index.ts'
import type { UsageRow } from '../../contract/usage.ts'
import type { UsageSum } from '../../storage/types.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

const dayMs = 86_400_000

export function usageHandlers(services: Services): RpcHandlers['usage'] {
  const { storage, platform } = services
  return {
    async report(input, { caller }) {
      switch (input.by) {
        case 'day':
          return storage.usage.byDay(platform.clock.now() - input.days * dayMs).map(toRow)
        case 'session':
          return storage.usage.bySession(projectOf(services, caller).id).map(toRow)
        case 'step':
          return storage.usage.byStep(ownSession(services, caller, input.sessionId)).map(toRow)
      }
    },
  }
}

function toRow(sum: UsageSum): UsageRow {
  const prompt = sum.inputTokens + sum.cacheReadTokens + sum.cacheWriteTokens
  return { ...sum, cacheHitRate: prompt === 0 ? null : sum.cacheReadTokens / prompt }
}
