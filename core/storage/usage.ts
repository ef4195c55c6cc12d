import type { Connection } from './connection.ts'
import type { UsageRepository } from './types.ts'

export function createUsageRepository(connection: Connection): UsageRepository {
  const insert = connection.statement(`
    INSERT INTO usage (session_id, turn_id, step, provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd, at)
    VALUES ($sessionId, $turnId, $step, $provider, $model, $inputTokens, $outputTokens, $cacheReadTokens, $cacheWriteTokens, $costUsd, $at)`)
  return {
    add: ({ usage, ...row }) => void insert.run({ ...row, ...usage }),
  }
}
