import type { Connection } from './connection.ts'
import type { TaskNotice } from './task-types.ts'

interface NoticeRow {
  id: string
  session_id: string
  body: string
  wakes: number
}

/** Ends of runs that no message holds yet; `SessionPatch.delivers` takes them out with the message that does. */
export function createTaskNotices(connection: Connection): {
  /** The caller holds the transaction. */
  add(notice: TaskNotice): void
  open(sessionId: string, limit: number): TaskNotice[]
} {
  const insert = connection.statement(`
    INSERT OR IGNORE INTO task_notices (id, session_id, body, wakes) VALUES ($id, $sessionId, $body, $wakes)`)
  const open = connection.statement<NoticeRow>(`
    SELECT id, session_id, body, wakes FROM task_notices WHERE session_id = $sessionId AND message_id IS NULL ORDER BY id LIMIT $limit`)
  return {
    add: ({ id, sessionId, text, wakes }) => void insert.run({ id, sessionId, body: text, wakes: wakes ? 1 : 0 }),
    open: (sessionId, limit) =>
      open
        .all({ sessionId, limit })
        .map(({ id, session_id, body, wakes }) => ({ id, sessionId: session_id, text: body, wakes: wakes === 1 })),
  }
}
