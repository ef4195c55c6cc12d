import type { Connection } from './connection.ts'
import type { DraftPlace, DraftRepository } from './draft-types.ts'

/** Sessions whose prompts are looked at, and prompts of each. */
const SESSIONS = 20
const PROMPTS = 50
/** Characters; a longer one is no prompt anybody repeats by a key. */
const LONGEST = 20_000

export function createDraftRepository(connection: Connection): DraftRepository {
  const read = connection.statement<{ body: string }>('SELECT body FROM drafts WHERE key = $key AND project_id = $projectId')
  const write = connection.statement(`
    INSERT INTO drafts (key, project_id, session_id, body) VALUES ($key, $projectId, $sessionId, $body)
    ON CONFLICT (key) DO UPDATE SET body = excluded.body`)
  const remove = connection.statement('DELETE FROM drafts WHERE key = $key AND project_id = $projectId')
  const removeAll = connection.statement('DELETE FROM drafts WHERE $projectId IS NULL OR project_id = $projectId')
  const newest = connection.statement<{ text: string }>(`
    SELECT json_extract(m.body, '$.text') AS text
    FROM (SELECT id FROM sessions WHERE project_id = $projectId AND archived < 2 AND agent IS NULL ORDER BY updated_at DESC, id DESC LIMIT ${SESSIONS}) s
    JOIN messages m ON m.session_id = s.id AND m.role = 'user'
    WHERE length(json_extract(m.body, '$.text')) BETWEEN 1 AND ${LONGEST}
    ORDER BY m.n DESC LIMIT ${PROMPTS}`)
  return {
    get(place) {
      const row = read.get({ key: keyOf(place), projectId: place.projectId })
      return row && JSON.parse(row.body)
    },
    set(place, draft) {
      const key = keyOf(place)
      if (draft) write.run({ key, projectId: place.projectId, sessionId: place.sessionId ?? null, body: JSON.stringify(draft) })
      else remove.run({ key, projectId: place.projectId })
    },
    clear: (projectId) => void removeAll.run({ projectId: projectId ?? null }),
    prompts: (projectId) => [...new Set(newest.all({ projectId }).map(({ text }) => text))],
  }
}

function keyOf({ projectId, sessionId }: DraftPlace): string {
  return sessionId ?? projectId
}
