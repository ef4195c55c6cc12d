import type { HookLogRow } from '../contract/hooks.ts'
import type { Connection } from './connection.ts'
import type { HookCounts, HookRunRepository } from './hook-types.ts'

const PAGE_ROWS = 50
/** Of each project. */
const KEPT_ROWS = 1_000
/** Looked for a little less often than at every run. */
const SWEEP_EVERY = 50

type Stored = Omit<HookLogRow, 'isFailure'> & { readonly isFailure: number }

const COLUMNS = `id, ts, session_id AS sessionId, rule, event, source, outcome, is_failure AS isFailure, exit_code AS exitCode,
  duration_ms AS durationMs, reason, payload_bytes AS payloadBytes, stdout_bytes AS stdoutBytes, stderr_bytes AS stderrBytes,
  stdout, stderr, payload`

export function createHookRunRepository(connection: Connection): HookRunRepository {
  const insert = connection.statement(`
    INSERT INTO hook_runs (ts, project_root, session_id, rule, event, source, outcome, is_failure, exit_code, duration_ms, reason,
      payload_bytes, stdout_bytes, stderr_bytes, stdout, stderr, payload)
    VALUES ($ts, $projectRoot, $sessionId, $rule, $event, $source, $outcome, $isFailure, $exitCode, $durationMs, $reason,
      $payloadBytes, $stdoutBytes, $stderrBytes, $stdout, $stderr, $payload)`)
  const sweep = connection.statement(`
    DELETE FROM hook_runs WHERE project_root = $projectRoot AND id <= (
      SELECT id FROM hook_runs WHERE project_root = $projectRoot ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_ROWS})`)
  const newest = connection.statement<Stored>(`
    SELECT ${COLUMNS} FROM hook_runs
    WHERE project_root = $projectRoot AND id < $before AND ($rule IS NULL OR rule = $rule) ORDER BY id DESC LIMIT $limit`)
  const one = connection.statement<Stored>(`SELECT ${COLUMNS} FROM hook_runs WHERE project_root = $projectRoot AND id = $id`)
  const count = connection.statement<HookCounts>(`
    SELECT count(*) AS runs, coalesce(sum(outcome = 'blocked'), 0) AS blocked, coalesce(sum(is_failure), 0) AS failures
    FROM hook_runs WHERE project_root = $projectRoot AND rule = $rule`)
  let added = 0
  return {
    add(projectRoot, row) {
      insert.run({ ...row, projectRoot, isFailure: Number(row.isFailure) })
      if (added++ % SWEEP_EVERY === 0) sweep.run({ projectRoot })
    },
    page({ projectRoot, rule, before = Number.MAX_SAFE_INTEGER, limit }) {
      const wanted = Math.min(limit, PAGE_ROWS)
      const rows = newest.all({ projectRoot, rule: rule ?? null, before, limit: wanted + 1 })
      return { rows: rows.slice(0, wanted).map(toRow), hasMore: rows.length > wanted }
    },
    get(projectRoot, id) {
      const row = one.get({ projectRoot, id })
      return row && toRow(row)
    },
    counts: (projectRoot, rules) =>
      new Map(rules.map((rule) => [rule, count.get({ projectRoot, rule }) ?? { runs: 0, blocked: 0, failures: 0 }])),
  }
}

function toRow(row: Stored): HookLogRow {
  return { ...row, isFailure: row.isFailure === 1 }
}
