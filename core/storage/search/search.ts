import type { Message } from '../../contract/messages.ts'
import type { SearchRole, Snippet } from '../../contract/sessions.ts'
import type { Connection, SqlValue, Statement } from '../connection.ts'
import type { SearchPage, SearchQuery } from '../types.ts'
import { snippetOf } from './snippet.ts'
import { folded, searchText } from './text.ts'

const PAGE_ROWS = 50
/** Messages looked through for a text too short for the index, before the caller asks for more. */
const SCAN_ROWS = 2_000
const SNIPPETS = 3
/** More trigrams of a long text find no less. */
const MAX_TRIGRAMS = 24

interface MessageRow {
  n: number
  session_id: string
  created_at: number
  body: string
}

interface TitleRow {
  id: string
  title: string
  updated_at: number
}

/** Finds text in sessions, newest messages first. */
export function createSearch(connection: Connection): (query: SearchQuery) => SearchPage {
  const shown = `s.archived < 2 AND s.agent IS NULL AND ($projectId IS NULL OR s.project_id = $projectId)`
  const wanted = `m.role IN ('user', 'assistant', 'tool') AND ($role IS NULL OR m.role = $role)
    AND m.created_at >= $since AND m.created_at <= $until AND ${shown}`
  const indexed = connection.statement<MessageRow>(`
    SELECT m.n, m.session_id, m.created_at, m.body FROM search JOIN shown_messages m ON m.n = search.rowid JOIN sessions s ON s.id = m.session_id
    WHERE search MATCH $match AND search.rowid < $before AND ${wanted} ORDER BY search.rowid DESC LIMIT ${PAGE_ROWS}`)
  const scanned = connection.statement<MessageRow>(`
    SELECT m.n, m.session_id, m.created_at, m.body FROM shown_messages m JOIN sessions s ON s.id = m.session_id
    WHERE m.n < $before AND ${wanted} ORDER BY m.n DESC LIMIT ${PAGE_ROWS}`)
  const titles = connection.statement<TitleRow>(`
    SELECT s.id, s.title, s.updated_at FROM sessions s
    WHERE ${shown} AND s.updated_at >= $since AND s.updated_at <= $until ORDER BY s.updated_at DESC`)

  return ({ text, projectId, role, since, until, limit, next }) => {
    // As in the index; a query of it would end at a NUL.
    const needle = folded(text).replaceAll('\u0000', ' ')
    const scope = { projectId: projectId ?? null, since: since ?? 0, until: until ?? Number.MAX_SAFE_INTEGER }
    const found = new Map<string, Snippet[]>()
    if (next === undefined && (role === undefined || role === 'title')) {
      for (const row of titles.all(scope)) {
        const snippet = snippetOf(row.title, needle)
        if (snippet && found.size < limit) found.set(row.id, [{ role: 'title', at: row.updated_at, ...snippet }])
      }
    }
    if (role === 'title') return { found: [...found], next: null }
    const match = trigramsOf(needle)
    const rows = match === undefined ? scanned : indexed
    const params = { ...scope, role: role ?? null, ...(match !== undefined && { match }) }
    const more = collect(rows, { params, from: next === undefined ? Number.MAX_SAFE_INTEGER : Number(next), needle, limit, found })
    return { found: [...found], next: more === undefined ? null : String(more) }
  }
}

/** Fills `found`; answers where to go on, or undefined at the end. */
function collect(
  rows: Statement<MessageRow>,
  {
    params,
    from,
    needle,
    limit,
    found,
  }: { params: Record<string, SqlValue>; from: number; needle: string; limit: number; found: Map<string, Snippet[]> },
): number | undefined {
  let before = from
  for (let seen = 0; ; seen += PAGE_ROWS) {
    if (found.size >= limit || seen >= SCAN_ROWS) return before
    const page = rows.all({ ...params, before })
    for (const { n, session_id, created_at, body } of page) {
      const known = found.get(session_id)
      if (!known && found.size >= limit) return before
      before = n
      if (known && known.length >= SNIPPETS) continue
      const message: Message = JSON.parse(body)
      const snippet = snippetOf(searchText(message), needle)
      if (!snippet) continue
      const { id: messageId, turnId, role } = message
      if (!isSearched(role)) continue
      found.set(session_id, [...(known ?? []), { role, messageId, turnId, at: created_at, ...snippet }])
    }
    if (page.length < PAGE_ROWS) return undefined
  }
}

function isSearched(role: Message['role']): role is Exclude<SearchRole, 'title'> {
  return role === 'user' || role === 'assistant' || role === 'tool'
}

/** Every three letters of the text, all of which a message must hold; undefined when it has fewer. */
function trigramsOf(needle: string): string | undefined {
  const letters = Array.from(needle)
  if (letters.length < 3) return undefined
  const all = new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))
  return [...all]
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}
