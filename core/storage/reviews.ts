import type { LineComment } from '../contract/reviews.ts'
import type { Connection } from './connection.ts'
import type { ReviewRepository } from './review-types.ts'

const MOST_COMMENTS = 50
const MOST_KEPT = 200

export function createReviewRepository(connection: Connection): ReviewRepository {
  const comments = connection.statement<{ id: string; body: string }>(
    'SELECT id, body FROM line_comments WHERE session_id = $sessionId ORDER BY id',
  )
  const kept = connection.statement<{ hunk: string }>('SELECT hunk FROM kept_hunks WHERE session_id = $sessionId ORDER BY n')
  const add = connection.statement(`
    INSERT INTO line_comments (id, session_id, body) SELECT $id, $sessionId, $body
    WHERE (SELECT count(*) FROM line_comments WHERE session_id = $sessionId) < ${MOST_COMMENTS}`)
  const remove = connection.statement('DELETE FROM line_comments WHERE session_id = $sessionId AND id = $id')
  const mark = connection.statement('INSERT INTO kept_hunks (session_id, hunk) VALUES ($sessionId, $hunk) ON CONFLICT DO NOTHING')
  const unmark = connection.statement('DELETE FROM kept_hunks WHERE session_id = $sessionId AND hunk = $hunk')
  const forget = connection.statement(`
    DELETE FROM kept_hunks WHERE session_id = $sessionId
    AND n NOT IN (SELECT n FROM kept_hunks WHERE session_id = $sessionId ORDER BY n DESC LIMIT ${MOST_KEPT})`)
  return {
    get: (sessionId) => ({
      comments: comments.all({ sessionId }).map(({ id, body }): LineComment => ({ id, ...JSON.parse(body) })),
      kept: kept.all({ sessionId }).map(({ hunk }) => hunk),
    }),
    comment: (sessionId, { id, ...body }) => add.run({ id, sessionId, body: JSON.stringify(body) }) === 1,
    uncomment: (sessionId, ids) =>
      connection.transaction(() => {
        for (const id of ids) remove.run({ sessionId, id })
      }),
    keep: (sessionId, hunk, isKept) =>
      connection.transaction(() => {
        if (!isKept) return void unmark.run({ sessionId, hunk })
        mark.run({ sessionId, hunk })
        forget.run({ sessionId })
      }),
  }
}
