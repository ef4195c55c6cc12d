import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Connection } from './connection.ts'
import type { ProjectRecord, ProjectRepository } from './types.ts'

const MAX_ROWS = 50

interface ProjectRow {
  id: string
  path: string
  last_opened_at: number
  forgotten: number
}

export function createProjectRepository(connection: Connection, clock: Clock): ProjectRepository {
  const upsert = connection.statement<ProjectRow>(`
    INSERT INTO projects (id, path, last_opened_at) VALUES ($id, $path, $now)
    ON CONFLICT (path) DO UPDATE SET last_opened_at = excluded.last_opened_at, forgotten = 0
    RETURNING *`)
  const insert = connection.statement(
    'INSERT INTO projects (id, path, last_opened_at, forgotten) VALUES ($id, $path, $now, 1) ON CONFLICT (path) DO NOTHING',
  )
  const byPath = connection.statement<ProjectRow>('SELECT * FROM projects WHERE path = $path')
  const byId = connection.statement<ProjectRow>('SELECT * FROM projects WHERE id = $id')
  const newest = connection.statement<ProjectRow>(
    'SELECT * FROM projects WHERE forgotten = 0 ORDER BY last_opened_at DESC, id DESC LIMIT $limit',
  )
  const forget = connection.statement('UPDATE projects SET forgotten = 1 WHERE id = $id')
  return {
    open(path) {
      const row = upsert.get({ id: newId(clock.now()), path, now: clock.now() })
      if (!row) throw new Error('an upsert with RETURNING gave no row')
      return toRecord(row)
    },
    look(path) {
      insert.run({ id: newId(clock.now()), path, now: clock.now() })
      const row = byPath.get({ path })
      if (!row) throw new Error('an inserted project is not there')
      return toRecord(row)
    },
    get(id) {
      const row = byId.get({ id })
      return row && toRecord(row)
    },
    recent: (limit) => newest.all({ limit: Math.min(limit, MAX_ROWS) }).map(toRecord),
    forget: (id) => void forget.run({ id }),
  }
}

function toRecord(row: ProjectRow): ProjectRecord {
  return { id: row.id, path: row.path, lastOpenedAt: row.last_opened_at, forgotten: row.forgotten === 1 }
}
