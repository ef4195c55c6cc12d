import type { Connection } from './connection.ts'
import type { News } from './types.ts'

const PAGE_ROWS = 50

interface ProjectCounts {
  project_id: string
  sessions: number
  archived: number
  pinned: number
}

/** What other connections write; our own writes do not count. */
export function createNews(connection: Connection, nowMs: number): News {
  const version = connection.statement<{ data_version: number }>('PRAGMA data_version')
  const since = connection.statement<{ id: string; updated_at: number; last_seq: number }>(`
    SELECT id, updated_at, last_seq FROM sessions WHERE updated_at >= $since AND archived < 2 ORDER BY updated_at LIMIT ${PAGE_ROWS}`)
  const counts = connection.statement<ProjectCounts>(`
    SELECT project_id, count(*) AS sessions, sum(archived) AS archived, sum(pinned) AS pinned FROM sessions WHERE agent IS NULL GROUP BY project_id`)
  const readVersion = (): number => version.get()?.data_version ?? 0
  const readCounts = (): Map<string, string> =>
    new Map(counts.all().map(({ project_id, ...row }) => [project_id, Object.values(row).join()]))

  let lastVersion = readVersion()
  let lastCounts = readCounts()
  let newest = nowMs
  let told = new Map<string, string>()

  return {
    take() {
      const found = readVersion()
      if (found === lastVersion) return undefined
      lastVersion = found
      const rows = since.all({ since: newest })
      const sessions = rows.filter(({ id, updated_at, last_seq }) => told.get(id) !== `${updated_at}:${last_seq}`).map(({ id }) => id)
      newest = rows.at(-1)?.updated_at ?? newest
      // Of the same millisecond there may be more to come.
      told = new Map(rows.map(({ id, updated_at, last_seq }) => [id, `${updated_at}:${last_seq}`]))
      const now = readCounts()
      const projects = [...new Set([...now.keys(), ...lastCounts.keys()])].filter((id) => now.get(id) !== lastCounts.get(id))
      lastCounts = now
      return { sessions, projects, hasMore: rows.length === PAGE_ROWS && sessions.length > 0 }
    },
  }
}
