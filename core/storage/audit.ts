import type { AuditRow } from '../contract/audit.ts'
import type { Connection } from './connection.ts'
import type { AuditRepository, ServerCall } from './types.ts'

const PAGE_ROWS = 50
/** One sweep holds the database for a moment only; the next goes on. */
const SWEEP_ROWS = 2_000

type Stored = Omit<AuditRow, 'readOnly' | 'isError'> & { readonly readOnly: number; readonly isError: number }

export function createAuditRepository(connection: Connection): AuditRepository {
  const insert = connection.statement(`
    INSERT INTO audit (ts, kind, project_root, session_id, turn_id, agent_id, os_user, tool, category, read_only, args_digest,
      args_redacted, decision, layer, rule, duration_ms, result_bytes, is_error, error_class, server, trace_id)
    VALUES ($ts, $kind, $projectRoot, $sessionId, $turnId, $agentId, $osUser, $tool, $category, $readOnly, $argsDigest,
      $argsRedacted, $decision, $layer, $rule, $durationMs, $resultBytes, $isError, $errorClass, $server, $traceId)`)
  const newest = connection.statement<Stored>(`
    SELECT id, ts, kind, project_root AS projectRoot, session_id AS sessionId, turn_id AS turnId, agent_id AS agentId, os_user AS osUser,
      tool, category, read_only AS readOnly, args_digest AS argsDigest, args_redacted AS argsRedacted, decision, layer, rule,
      duration_ms AS durationMs, result_bytes AS resultBytes, is_error AS isError, error_class AS errorClass, server, trace_id AS traceId
    FROM audit
    WHERE id < $before AND ts >= $since
      AND ($projectRoot IS NULL OR project_root = $projectRoot) AND ($sessionId IS NULL OR session_id = $sessionId)
      AND ($kind IS NULL OR kind = $kind) AND ($decision IS NULL OR decision = $decision) AND ($tool IS NULL OR tool = $tool)
      AND ($server IS NULL OR server = $server) AND ($errorClass IS NULL OR error_class = $errorClass)
    ORDER BY id DESC LIMIT $limit`)
  // A call that somebody stopped is 'internal' and says nothing of the server.
  const ofServer = connection.statement<Omit<ServerCall, 'isError'> & { readonly isError: number }>(`
    SELECT tool, ts, duration_ms AS durationMs, is_error AS isError FROM audit
    WHERE server = $server AND server <> '' AND project_root = $projectRoot AND ts >= $since
      AND kind = 'tool' AND decision = 'allow' AND error_class IS NOT 'internal'
    ORDER BY id DESC LIMIT $limit`)
  const sweep = connection.statement('DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE ts < $before ORDER BY ts LIMIT $limit)')

  return {
    add: (row) => void insert.run({ ...row, readOnly: row.readOnly ? 1 : 0, isError: row.isError ? 1 : 0 }),
    page({ projectRoot, sessionId, kind, decision, tool, server, errorClass, since = 0, before = Number.MAX_SAFE_INTEGER, limit }) {
      const wanted = Math.min(limit, PAGE_ROWS)
      const filter = { projectRoot: projectRoot ?? null, sessionId: sessionId ?? null, kind: kind ?? null }
      const named = { decision: decision ?? null, tool: tool ?? null, server: server ?? null, errorClass: errorClass ?? null }
      const rows = newest.all({ ...filter, ...named, since, before, limit: wanted + 1 })
      return { rows: rows.slice(0, wanted).map(toRow), hasMore: rows.length > wanted }
    },
    serverCalls: (query) => ofServer.all(query).map((row) => ({ ...row, isError: row.isError === 1 })),
    sweep: (before) => sweep.run({ before, limit: SWEEP_ROWS }),
  }
}

function toRow(row: Stored): AuditRow {
  return { ...row, readOnly: row.readOnly === 1, isError: row.isError === 1 }
}
