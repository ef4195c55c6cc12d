import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type BetterSqlite3 from 'better-sqlite3'
import { AppError } from '../contract/errors.ts'
import { storageFailure } from './failures.ts'
import { recoverInto, setAsideFile } from './recover.ts'

const BUSY_TIMEOUT_MS = 5_000

export interface OpenedDatabase {
  readonly db: BetterSqlite3.Database
  /** Set when the file was damaged and another one took its place: `storage.set_aside` or `storage.recovered`. */
  readonly setAside: AppError | undefined
}

export interface OpenOptions {
  readonly migrations: readonly string[]
  readonly nowMs: number
  /** Does what takes long (migration, check, recovery) on another thread; answers what the host is to show. */
  readonly elsewhere?: ((job: { path: string; migrations: readonly string[]; nowMs: number }) => Promise<AppError | undefined>) | undefined
}

/**
 * Opens and migrates the file, made with mode 0600 in a folder with mode 0700.
 * A newer file is refused untouched; a damaged one is renamed, never deleted, and what can be read of it is taken over.
 */
export async function openDatabase(path: string, { migrations, nowMs, elsewhere }: OpenOptions): Promise<OpenedDatabase> {
  if (!elsewhere || path === ':memory:') return prepareDatabase(path, migrations, nowMs)
  const ready = await openIfReady(path, migrations)
  if (ready) return { db: ready, setAside: undefined }
  const setAside = await elsewhere({ path, migrations, nowMs })
  return { db: await openAndMigrate(path, migrations), setAside }
}

/** The same on this thread. */
export async function prepareDatabase(path: string, migrations: readonly string[], nowMs: number): Promise<OpenedDatabase> {
  try {
    return { db: await openAndMigrate(path, migrations), setAside: undefined }
  } catch (error) {
    const failure = storageFailure(error, path)
    if (failure?.code !== 'storage.broken' || path === ':memory:') throw failure ?? error
    const kept = setAsideFile(path, nowMs)
    const db = await openAndMigrate(path, migrations)
    const { sessions, messages } = await recoverInto(db, kept)
    const detail = failure.params['detail'] ?? ''
    const code = messages > 0 || sessions > 0 ? 'storage.recovered' : 'storage.set_aside'
    return { db, setAside: new AppError(code, { params: { path: kept, detail, sessions, messages }, cause: error }) }
  }
}

/** A further connection to a file that is in order. */
export async function openAsItIs(path: string): Promise<BetterSqlite3.Database> {
  // Imported here: loading the binary costs more than all of `mewcode --version`.
  const { default: Database } = await import('better-sqlite3')
  const db = new Database(path, { timeout: BUSY_TIMEOUT_MS })
  db.pragma('journal_mode = WAL')
  // A commit has reached the kernel when it returns, so `kill -9` cannot take it back; only a power cut may lose
  // the newest commits, never the file's consistency. FULL would add an fsync to every message.
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  return db
}

/** Damage met while running: the next open checks the whole file and sets it aside when it is really broken. */
export function requestCheck(path: string): void {
  writeFileSync(checkMark(path), '', { mode: 0o600 })
}

const checkMark = (path: string): string => `${path}.check`

/** The open file where nothing long is to be done first: it is new, or of this format and not under suspicion. */
async function openIfReady(path: string, migrations: readonly string[]): Promise<BetterSqlite3.Database | undefined> {
  if (existsSync(checkMark(path))) return undefined
  try {
    prepareFile(path)
    const db = await openAsItIs(path)
    const version = versionOf(db)
    if (version === migrations.length) return db
    db.close()
    return version === 0 ? await openAndMigrate(path, migrations) : undefined
  } catch (error) {
    const failure = storageFailure(error, path)
    if (failure?.code === 'storage.broken') return undefined
    throw failure ?? error
  }
}

async function openAndMigrate(path: string, migrations: readonly string[]): Promise<BetterSqlite3.Database> {
  if (path !== ':memory:') prepareFile(path)
  const db = await openAsItIs(path)
  try {
    if (existsSync(checkMark(path))) checkWhole(db, path)
    await migrate(db, migrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Made before SQLite opens it: the journal files take over its mode.
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}

function checkWhole(db: BetterSqlite3.Database, path: string): void {
  const verdict = db.pragma('integrity_check(1)', { simple: true })
  rmSync(checkMark(path), { force: true })
  if (verdict !== 'ok') throw new AppError('storage.broken', { params: { path, detail: String(verdict) } })
}

async function migrate(db: BetterSqlite3.Database, migrations: readonly string[]): Promise<void> {
  const found = versionOf(db)
  if (found > migrations.length) {
    throw new AppError('storage.newer', { params: { path: db.name, found, known: migrations.length } })
  }
  if (found === migrations.length) return
  if (found > 0 && !db.memory) await backup(db, `${db.name}.before-${String(found + 1).padStart(4, '0')}`)
  migrations.forEach((sql, index) => {
    const step = db.transaction(() => {
      // Read again inside: another process may have migrated while this one waited for the lock.
      if (versionOf(db) > index) return
      db.exec(sql)
      db.pragma(`user_version = ${index + 1}`)
    })
    step.immediate()
  })
}

async function backup(db: BetterSqlite3.Database, target: string): Promise<void> {
  closeSync(openSync(target, 'w', 0o600))
  await db.backup(target)
}

function versionOf(db: BetterSqlite3.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
