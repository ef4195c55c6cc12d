import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Connection } from './connection.ts'
import type { InboxRepository } from './types.ts'

const PAGE_ROWS = 50

export function createInboxRepository(connection: Connection, clock: Clock): InboxRepository {
  const insert = connection.statement('INSERT INTO inbox (id, session_id, command, sent_at) VALUES ($id, $sessionId, $command, $now)')
  const open = connection.statement<{ id: string; command: string }>(`
    SELECT id, command FROM inbox WHERE session_id = $sessionId AND answer IS NULL ORDER BY id LIMIT ${PAGE_ROWS}`)
  const answer = connection.statement('UPDATE inbox SET answer = $answer WHERE id = $id')
  const answerOf = connection.statement<{ answer: string | null }>('SELECT answer FROM inbox WHERE id = $id')
  const drop = connection.statement('DELETE FROM inbox WHERE id = $id')
  return {
    send(sessionId, command) {
      const id = newId(clock.now())
      insert.run({ id, sessionId, command, now: clock.now() })
      return id
    },
    open: (sessionId) => open.all({ sessionId }),
    answer: (id, text) => void answer.run({ id, answer: text }),
    answerOf: (id) => answerOf.get({ id })?.answer ?? undefined,
    drop: (id) => void drop.run({ id }),
  }
}
