import type BetterSqlite3 from 'better-sqlite3'
import { storageFailure } from './failures.ts'

export type SqlValue = string | number | null
export type Params = Readonly<Record<string, SqlValue>>

/** A prepared statement whose failures are `AppError('storage.*')`. */
export interface Statement<Row> {
  get(params?: Params): Row | undefined
  all(params?: Params): Row[]
  /** Number of rows changed. */
  run(params?: Params): number
}

export interface Connection {
  statement<Row>(sql: string): Statement<Row>
  /** Runs `work` in one write transaction, taken at its start so that what it reads stays true until it writes. */
  transaction<T>(work: () => T): T
  /** A whole copy, a few pages at a time. */
  backup(path: string): Promise<void>
  close(): void
}

/** `onBroken` hears of damage met while running. */
export function connect(db: BetterSqlite3.Database, onBroken: () => void): Connection {
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      const failure = storageFailure(error, db.name)
      if (failure?.code === 'storage.broken') onBroken()
      throw failure ?? error
    }
  }
  return {
    statement<Row>(sql: string) {
      const prepared = guarded(() => db.prepare<[Params], Row>(sql))
      return {
        get: (params = {}) => guarded(() => prepared.get(params)),
        all: (params = {}) => guarded(() => prepared.all(params)),
        run: (params = {}) => guarded(() => prepared.run(params).changes),
      }
    },
    transaction: <T>(work: () => T): T => guarded(() => db.transaction(work).immediate()),
    async backup(path) {
      await db.backup(path)
    },
    close: () => void db.close(),
  }
}
