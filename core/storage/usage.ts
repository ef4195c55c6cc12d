import type { Connection } from './connection.ts'
import type { UsageRepository, UsageSum } from './types.ts'

const PAGE_ROWS = 50
const sums = `
  count(*) AS requests, sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
  sum(cache_read_tokens) AS cacheReadTokens, sum(cache_write_tokens) AS cacheWriteTokens,
  CASE WHEN count(cost_usd) = count(*) THEN sum(cost_usd) END AS costUsd`

export function createUsageRepository(connection: Connection): UsageRepository {
  const insert = connection.statement(`
    INSERT INTO usage (session_id, turn_id, step, provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd, at)
    VALUES ($sessionId, $turnId, $step, $provider, $model, $inputTokens, $outputTokens, $cacheReadTokens, $cacheWriteTokens, $costUsd, $at)`)
  const byDay = connection.statement<UsageSum>(`
    SELECT strftime('%Y-%m-%d', at / 1000, 'unixepoch', 'localtime') AS key, '' AS label, ${sums}
    FROM usage WHERE at >= $since GROUP BY key ORDER BY key DESC LIMIT ${PAGE_ROWS}`)
  const bySession = connection.statement<UsageSum>(`
    SELECT s.id AS key, s.title AS label, ${sums}
    FROM usage u JOIN sessions s ON s.id = u.session_id
    WHERE s.project_id = $projectId GROUP BY s.id ORDER BY max(u.at) DESC LIMIT ${PAGE_ROWS}`)
  const byStep = connection.statement<UsageSum>(`
    SELECT turn_id || ':' || step AS key, model AS label, ${sums}
    FROM usage WHERE session_id = $sessionId GROUP BY turn_id, step, model ORDER BY max(id) DESC LIMIT ${PAGE_ROWS}`)
  const costSince = connection.statement<{ cost: number }>('SELECT coalesce(sum(cost_usd), 0) AS cost FROM usage WHERE at >= $since')
  return {
    costSince: (since) => costSince.get({ since })?.cost ?? 0,
    add: ({ usage, ...row }) => void insert.run({ ...row, ...usage }),
    byDay: (since) => byDay.all({ since }),
    bySession: (projectId) => bySession.all({ projectId }),
    byStep: (sessionId) => byStep.all({ sessionId }),
  }
}
