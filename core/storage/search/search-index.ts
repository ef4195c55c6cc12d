import type { Message } from '../../contract/messages.ts'
import type { Connection } from '../connection.ts'
import { searchText } from './text.ts'

const PAGE_ROWS = 50

/** Keeps the index beside the messages. Rows of deleted messages go by a trigger. */
export interface SearchIndex {
  /** For the message just inserted, in the same transaction. */
  add(message: Message): void
  /** Puts a page of messages in that came before the index, newest first; false when none was left. */
  catchUp(): boolean
  readonly isBehind: boolean
}

export function createSearchIndex(connection: Connection): SearchIndex {
  const insert = connection.statement('INSERT INTO search (rowid, text) VALUES (last_insert_rowid(), $text)')
  const insertAt = connection.statement('INSERT INTO search (rowid, text) VALUES ($n, $text)')
  const behind = connection.statement<{ upto: number }>('SELECT upto FROM search_backlog')
  const move = connection.statement('UPDATE search_backlog SET upto = $upto')
  const finish = connection.statement('DELETE FROM search_backlog')
  const before = connection.statement<{ n: number; body: string }>(
    'SELECT n, body FROM messages WHERE n <= $upto ORDER BY n DESC LIMIT $limit',
  )
  return {
    add(message) {
      const text = searchText(message)
      if (text !== '') insert.run({ text })
    },
    catchUp: () =>
      connection.transaction(() => {
        const upto = behind.get()?.upto
        if (upto === undefined) return false
        const rows = before.all({ upto, limit: PAGE_ROWS }).reverse()
        for (const { n, body } of rows) {
          const text = searchText(JSON.parse(body))
          if (text !== '') insertAt.run({ n, text })
        }
        const oldest = rows[0]?.n
        if (oldest === undefined || rows.length < PAGE_ROWS) finish.run()
        else move.run({ upto: oldest - 1 })
        return true
      }),
    get isBehind() {
      return behind.get() !== undefined
    },
  }
}
