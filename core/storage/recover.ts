import { existsSync, renameSync } from 'node:fs'
import type BetterSqlite3 from 'better-sqlite3'

/** How often a damaged stretch is halved to find what can be read in it. */
const MAX_DEPTH = 14
/** The index is made anew from the messages. Parents come before what points to them. */
const SKIPPED = /^(sqlite_|search)/
const FIRST = ['projects', 'sessions', 'messages']

type Cells = Readonly<Record<string, string | number | bigint | Buffer | null>>

/** Moves the file and its journals away; answers the new name. */
export function setAsideFile(path: string, nowMs: number): string {
  const kept = `${path}.broken-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}`
  // The journals first: a fresh file must never meet the old one's journal.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix)
  }
  return kept
}

/** Copies into the empty `target` what can be read of the damaged file, which is only read. */
export async function recoverInto(target: BetterSqlite3.Database, damagedPath: string): Promise<{ sessions: number; messages: number }> {
  const { default: Database } = await import('better-sqlite3')
  let source: BetterSqlite3.Database | undefined
  try {
    source = new Database(damagedPath, { readonly: true })
    for (const table of tablesOf(target)) copyTable(source, target, table)
    mend(target)
  } catch (error) {
    // Nothing at all can be read of it; it lies beside for somebody with other tools.
    if (!isDamage(error)) throw error
  } finally {
    source?.close()
  }
  return { sessions: countOf(target, 'sessions'), messages: countOf(target, 'messages') }
}

function countOf(db: BetterSqlite3.Database, table: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
}

function tablesOf(db: BetterSqlite3.Database): string[] {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const rest = names.filter((name) => !SKIPPED.test(name) && !FIRST.includes(name))
  return [...FIRST, ...rest]
}

function columnsOf(db: BetterSqlite3.Database, table: string): string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
}

function copyTable(source: BetterSqlite3.Database, target: BetterSqlite3.Database, table: string): void {
  const known = new Set(columnsOf(source, table))
  const columns = columnsOf(target, table).filter((column) => known.has(column))
  if (columns.length === 0) return
  const insert = target.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `$${column}`).join(', ')})`,
  )
  target.pragma('foreign_keys = OFF')
  const all = target.transaction(() => {
    for (const row of readableRows(source, table, columns)) insert.run(row)
  })
  all()
  target.pragma('foreign_keys = ON')
}

/** From both ends up to the damage, then between, in ever smaller stretches. */
function* readableRows(source: BetterSqlite3.Database, table: string, columns: readonly string[]): Generator<Cells> {
  const list = columns.join(', ')
  let query: (order: 'ASC' | 'DESC') => BetterSqlite3.Statement<[bigint, bigint], Cells & { place: bigint }>
  try {
    const make = (order: 'ASC' | 'DESC') =>
      source
        .prepare<[bigint, bigint], Cells & { place: bigint }>(
          `SELECT rowid AS place, ${list} FROM ${table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid ${order}`,
        )
        .safeIntegers()
    make('ASC')
    query = make
  } catch {
    // A table without row ids is read as far as it goes.
    yield* untilDamage(source.prepare<[], Cells>(`SELECT ${list} FROM ${table}`).safeIntegers().iterate())
    return
  }
  const stretches = [{ from: -(2n ** 62n), to: 2n ** 62n, depth: 0 }]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    let { from, to } = stretch
    let isDamaged = false
    const note = (): void => void (isDamaged = true)
    for (const { place, ...row } of untilDamage(query('ASC').iterate(from, to), note)) {
      yield row
      from = place + 1n
    }
    if (!isDamaged || from > to) continue
    for (const { place, ...row } of untilDamage(query('DESC').iterate(from, to))) {
      yield row
      to = place - 1n
    }
    if (from > to || stretch.depth >= MAX_DEPTH) continue
    // The ends are far away where nothing was read from one side.
    const [low, high] = [from < 0n ? 0n : from, to > 2n ** 40n ? 2n ** 24n : to]
    if (low >= high) continue
    const middle = (low + high) / 2n
    stretches.push({ from: low, to: middle, depth: stretch.depth + 1 }, { from: middle + 1n, to: high, depth: stretch.depth + 1 })
  }
}

function* untilDamage<T>(rows: IterableIterator<T>, onDamage: () => void = () => undefined): Generator<T> {
  for (;;) {
    let next: IteratorResult<T>
    try {
      next = rows.next()
    } catch (error) {
      if (!isDamage(error)) throw error
      onDamage()
      return
    }
    if (next.done) return
    yield next.value
  }
}

/** Torn values go, sessions whose row was lost get one, what points to nothing goes, and the index is to be filled. */
function mend(db: BetterSqlite3.Database): void {
  db.exec(`
    DELETE FROM messages WHERE NOT json_valid(body) OR NOT json_valid(coalesce(raw, '0'));
    DELETE FROM sessions WHERE NOT json_valid(usage) OR NOT json_valid(todos);
    DELETE FROM epochs WHERE NOT json_valid(body);
    INSERT INTO sessions (id, project_id, title, provider, model, mode, created_at, updated_at, messages, usage)
      SELECT m.session_id, p.id, 'Recovered', '', '', 'default', min(m.created_at), max(m.created_at), count(*),
        '{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0,"costUsd":null}'
      FROM messages m, (SELECT id FROM projects ORDER BY last_opened_at DESC LIMIT 1) p
      WHERE m.session_id NOT IN (SELECT id FROM sessions) GROUP BY m.session_id;
    DELETE FROM sessions WHERE project_id NOT IN (SELECT id FROM projects);
    DELETE FROM messages WHERE session_id NOT IN (SELECT id FROM sessions);
    DELETE FROM search_backlog;
    INSERT INTO search_backlog SELECT max(n) FROM messages HAVING max(n) > 0;`)
  for (const { table, rowid } of db.prepare<[], { table: string; rowid: number | null }>('PRAGMA foreign_key_check').all()) {
    if (rowid !== null) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(rowid)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code)
}
