import type { Clock } from '../base/clock.ts'
import type { Connection } from './connection.ts'
import type { WaitingRepository } from './types.ts'

const MAX_ROWS = 50

export function createWaitingRepository(connection: Connection, clock: Clock): WaitingRepository {
  const insert = connection.statement(`
    INSERT OR REPLACE INTO waiting (id, session_id, kind, body, bound_to, asked_at)
    VALUES ($id, $sessionId, $kind, $body, $boundTo, $now)`)
  const remove = connection.statement('DELETE FROM waiting WHERE id = $id')
  const removeAll = connection.statement('DELETE FROM waiting WHERE session_id = $sessionId')
  const ofSession = connection.statement<{ kind: 'approval' | 'question'; body: string }>(`
    SELECT kind, body FROM waiting WHERE session_id = $sessionId ORDER BY id LIMIT ${MAX_ROWS}`)
  const kept = connection.statement<{ body: string; bound_to: string }>(`
    SELECT body, bound_to FROM waiting WHERE session_id = $sessionId AND kind = 'approval' AND bound_to <> '' ORDER BY id LIMIT ${MAX_ROWS}`)
  const approvals = (condition: string) =>
    connection.statement<{ session_id: string; body: string; asked_at: number }>(`
      SELECT w.session_id, w.body, w.asked_at FROM waiting w JOIN sessions s ON s.id = w.session_id
      WHERE w.kind = 'approval' AND s.archived < 2${condition} ORDER BY w.id LIMIT ${MAX_ROWS}`)
  const ofAll = approvals('')
  const ofProject = approvals(' AND s.project_id = $projectId')
  const sessionOf = connection.statement<{ session_id: string }>('SELECT session_id FROM waiting WHERE id = $id')
  // Other processes look for sessions by their date.
  const touch = connection.statement('UPDATE sessions SET updated_at = $now WHERE id = $sessionId')
  return {
    add(sessionId, waiting) {
      const { id, kind, body } = waiting
      const boundTo = waiting.kind === 'approval' ? waiting.boundTo : ''
      connection.transaction(() => {
        const now = clock.now()
        insert.run({ id, sessionId, kind, body: JSON.stringify(body), boundTo, now })
        touch.run({ sessionId, now })
      })
    },
    remove(sessionId, id) {
      connection.transaction(() => {
        if (remove.run({ id }) > 0) touch.run({ sessionId, now: clock.now() })
      })
    },
    clear: (sessionId) => void removeAll.run({ sessionId }),
    list: (sessionId) => {
      const rows = ofSession.all({ sessionId })
      const bodies = (kind: 'approval' | 'question') => rows.filter((row) => row.kind === kind).map(({ body }) => JSON.parse(body))
      return { approvals: bodies('approval'), questions: bodies('question') }
    },
    kept: (sessionId) => kept.all({ sessionId }).map(({ body, bound_to }) => ({ approval: JSON.parse(body), boundTo: bound_to })),
    approvals(projectId) {
      const rows = projectId === undefined ? ofAll.all() : ofProject.all({ projectId })
      return rows.map(({ session_id, body, asked_at }) => ({ approval: JSON.parse(body), sessionId: session_id, askedAt: asked_at }))
    },
    sessionOf: (id) => sessionOf.get({ id })?.session_id,
  }
}
