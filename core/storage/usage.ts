import type { Connection } from './connection.ts'
import type { Usage } from '../contract/common.ts'
import { noUsage } from '../contract/fold.ts'
import type { CallSum, UsageRepository, UsageSum } from './types.ts'

const PAGE_ROWS = 50
const MAX_DAYS = 91
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
    FROM usage WHERE at >= $since GROUP BY key ORDER BY key DESC LIMIT ${MAX_DAYS}`)
  const largest = `GROUP BY key ORDER BY sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens) DESC, key LIMIT ${PAGE_ROWS}`
  const byModel = connection.statement<UsageSum>(`SELECT model AS key, '' AS label, ${sums} FROM usage WHERE at >= $since ${largest}`)
  const byProject = connection.statement<UsageSum>(`
    SELECT p.id AS key, p.path AS label, ${sums}
    FROM usage u JOIN sessions s ON s.id = u.session_id JOIN projects p ON p.id = s.project_id WHERE u.at >= $since ${largest}`)
  const byAgent = connection.statement<UsageSum>(`
    SELECT coalesce(json_extract(s.agent, '$.type'), '') AS key, '' AS label, ${sums}
    FROM usage u JOIN sessions s ON s.id = u.session_id WHERE u.at >= $since ${largest}`)
  const counts = `count(*) AS calls, sum(duration_ms) AS durationMs`
  const most = `GROUP BY key ORDER BY calls DESC, key LIMIT ${PAGE_ROWS}`
  const ofTools = connection.statement<CallSum>(`
    SELECT tool AS key, sum(is_error) AS failures, ${counts} FROM audit WHERE ts >= $since AND kind IN ('tool', 'mcp') AND tool <> '' ${most}`)
  const ofServers = connection.statement<CallSum>(`
    SELECT server AS key, sum(is_error) AS failures, ${counts} FROM audit WHERE ts >= $since AND kind IN ('tool', 'mcp') AND server <> '' ${most}`)
  const ofSkills = connection.statement<CallSum>(`
    SELECT json_extract(args_redacted, '$.name') AS key, sum(is_error) AS failures, ${counts} FROM audit
    WHERE ts >= $since AND tool = 'load_skill' AND json_valid(args_redacted) AND json_type(args_redacted, '$.name') = 'text' ${most}`)
  const ofHooks = connection.statement<CallSum>(`
    SELECT rule AS key, sum(is_failure) AS failures, ${counts} FROM hook_runs WHERE ts >= $since ${most}`)
  const bySession = connection.statement<UsageSum>(`
    SELECT s.id AS key, s.title AS label, ${sums}
    FROM usage u JOIN sessions s ON s.id = u.session_id
    WHERE s.project_id = $projectId GROUP BY s.id ORDER BY max(u.at) DESC LIMIT ${PAGE_ROWS}`)
  const byStep = connection.statement<UsageSum>(`
    SELECT turn_id || ':' || step AS key, model AS label, ${sums}
    FROM usage WHERE session_id = $sessionId GROUP BY turn_id, step, model ORDER BY max(id) DESC LIMIT ${PAGE_ROWS}`)
  const ofTree = connection.statement<Usage & { knownUsd: number }>(`
    WITH RECURSIVE tree (id) AS (SELECT $root UNION ALL SELECT s.id FROM sessions s JOIN tree t ON s.parent_id = t.id)
    SELECT coalesce(sum(input_tokens), 0) AS inputTokens, coalesce(sum(output_tokens), 0) AS outputTokens,
      coalesce(sum(cache_read_tokens), 0) AS cacheReadTokens, coalesce(sum(cache_write_tokens), 0) AS cacheWriteTokens,
      CASE WHEN count(cost_usd) = count(*) THEN coalesce(sum(cost_usd), 0) END AS costUsd, coalesce(sum(cost_usd), 0) AS knownUsd
    FROM usage JOIN tree ON session_id = tree.id WHERE $withRoot = 1 OR tree.id <> $root`)
  const costSince = connection.statement<{ cost: number }>('SELECT coalesce(sum(cost_usd), 0) AS cost FROM usage WHERE at >= $since')
  return {
    ofTree: (root, { withRoot }) => ofTree.get({ root, withRoot: withRoot ? 1 : 0 }) ?? { ...noUsage, knownUsd: 0 },
    costSince: (since) => costSince.get({ since })?.cost ?? 0,
    add: ({ usage, ...row }) => void insert.run({ ...row, ...usage }),
    byDay: (since) => byDay.all({ since }),
    by: (what, since) => ({ model: byModel, project: byProject, agent: byAgent })[what].all({ since }),
    calls: (what, since) => ({ tool: ofTools, server: ofServers, skill: ofSkills, hook: ofHooks })[what].all({ since }),
    bySession: (projectId) => bySession.all({ projectId }),
    byStep: (sessionId) => byStep.all({ sessionId }),
  }
}
