import type { Clock } from '../base/clock.ts'
import type { Connection } from './connection.ts'
import type { WaitingRepository } from './types.ts'

const MAX_ROWS = 50

export function createWaitingRepository(connection: Connection, clock: Clock): WaitingRepository {
  const insert = connection.statement('INSERT OR REPLACE INTO waiting (id, session_id, kind, body) VALUES ($id, $sessionId, $kind, $body)')
  const remove = connection.statement('DELETE FROM waiting WHERE id = $id')
  const removeAll = connection.statement('DELETE FROM waiting WHERE session_id = $sessionId')
  const ofSession = connection.statement<{ kind: 'approval' | 'question'; body: string }>(`
    SELECT kind, body FROM waiting WHERE session_id = $sessionId ORDER BY id LIMIT ${MAX_ROWS}`)
  const sessionOf = connection.statement<{ session_id: string }>('SELECT session_id FROM waiting WHERE id = $id')
  // Other processes look for sessions by their date.
  const touch = connection.statement('UPDATE sessions SET updated_at = $now WHERE id = $sessionId')
  return {
    add(sessionId, { id, kind, body }) {
      connection.transaction(() => {
        insert.run({ id, sessionId, kind, body: JSON.stringify(body) })
        touch.run({ sessionId, now: clock.now() })
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
    sessionOf: (id) => sessionOf.get({ id })?.session_id,
  }
}
