import { setImmediate } from 'node:timers/promises'
import type { Message, RawBlocks, ToolMessage } from '../contract/messages.ts'
import type { Connection } from './connection.ts'
import { createSearchIndex } from './search/index.ts'
import type { SessionStore } from './sessions.ts'
import type { MessageRepository } from './types.ts'

const PAGE_ROWS = 50

interface MessageRow {
  n: number
  body: string
  raw: string | null
}

export function createMessageRepository(connection: Connection, sessions: SessionStore): MessageRepository {
  const write = createMessageWriter(connection)
  const purgeNotices = connection.statement('DELETE FROM task_notices WHERE session_id = $sessionId AND message_id IS NOT NULL')
  const expand = connection.statement(`
    UPDATE messages SET body = json_set(body, '$.expanded', $expanded) WHERE session_id = $sessionId AND id = $id AND role = 'user'`)
  const placeOf = connection.statement<{ n: number }>('SELECT n FROM messages WHERE session_id = $sessionId AND id = $id')
  const newest = connection.statement<MessageRow>(
    'SELECT n, body, raw FROM shown_messages WHERE session_id = $sessionId AND n < $before ORDER BY n DESC LIMIT $limit',
  )
  const after = connection.statement<MessageRow>(
    'SELECT n, body, raw FROM shown_messages WHERE session_id = $sessionId AND n > $after ORDER BY n LIMIT $limit',
  )
  const newestSummary = connection.statement<MessageRow>(`
    SELECT n, body, raw FROM shown_messages WHERE session_id = $sessionId AND role = 'summary' ORDER BY n DESC LIMIT 1`)
  const changesAfter = connection.statement<MessageRow>(`
    SELECT n, body, raw FROM messages WHERE session_id = $sessionId AND changes_file = 1 AND n > $after ORDER BY n LIMIT $limit`)
  const resultOf = connection.statement<MessageRow>(`
    SELECT n, body, raw FROM messages WHERE session_id = $sessionId AND tool_call_id = $toolCallId ORDER BY n DESC LIMIT 1`)

  /** Oldest first; the event loop runs between pages. */
  async function* pages(source: typeof after, sessionId: string, from = 0): AsyncGenerator<Message> {
    for (let last = from; ;) {
      const rows = source.all({ sessionId, after: last, limit: PAGE_ROWS })
      yield* rows.map(toMessage)
      if (rows.length < PAGE_ROWS) return
      last = rows.at(-1)?.n ?? last
      await setImmediate()
    }
  }

  function beginning(sessionId: string): number {
    const row = newestSummary.get({ sessionId })
    const summary = row && toMessage(row)
    if (!row || summary?.role !== 'summary') return 0
    const kept = summary.keptFrom === null ? undefined : placeOf.get({ sessionId, id: summary.keptFrom })
    return kept?.n ?? row.n
  }

  return {
    append(sessionId, message, patch) {
      connection.transaction(() => {
        write(sessionId, message)
        // The turn that told them is whole.
        if (message.role === 'ending') purgeNotices.run({ sessionId })
        sessions.patch(sessionId, patch, message.role === 'user' || message.role === 'assistant' ? 1 : 0)
      })
    },
    setExpanded: (sessionId, id, expanded) => void expand.run({ sessionId, id, expanded }),
    page({ sessionId, before, limit }) {
      const place = before === undefined ? Number.MAX_SAFE_INTEGER : placeOf.get({ sessionId, id: before })?.n
      if (place === undefined) return { messages: [], hasMore: false }
      const wanted = Math.min(limit, PAGE_ROWS)
      const rows = newest.all({ sessionId, before: place, limit: wanted + 1 })
      return { messages: rows.slice(0, wanted).reverse().map(toMessage), hasMore: rows.length > wanted }
    },
    async *changes(sessionId) {
      for await (const message of pages(changesAfter, sessionId)) if (message.role === 'tool') yield message
    },
    toolResult(sessionId, toolCallId) {
      const row = resultOf.get({ sessionId, toolCallId })
      const message = row && toMessage(row)
      return message?.role === 'tool' ? message : undefined
    },
    epoch: (sessionId) => pages(after, sessionId, beginning(sessionId) - 1),
    all: (sessionId) => pages(after, sessionId),
  }
}

/** Stores a message and puts it into the search index; the caller holds the transaction. */
export function createMessageWriter(connection: Connection): (sessionId: string, message: Message) => void {
  const insert = connection.statement(`
    INSERT INTO messages (id, session_id, turn_id, role, step, tool_call_id, changes_file, created_at, body, raw)
    VALUES ($id, $sessionId, $turnId, $role, $step, $toolCallId, $changesFile, $createdAt, $body, $raw)`)
  const index = createSearchIndex(connection)
  return (sessionId, message) => {
    insert.run({ ...toRow(message), sessionId })
    index.add(message)
  }
}

/** Reads a conversation whole, oldest first. */
export function createConversationReader(connection: Connection): (sessionId: string) => Message[] {
  const rows = connection.statement<MessageRow>('SELECT n, body, raw FROM shown_messages WHERE session_id = $sessionId ORDER BY n')
  return (sessionId) => rows.all({ sessionId }).map(toMessage)
}

function toRow(message: Message) {
  const { raw, ...body } = message.role === 'assistant' ? message : { ...message, raw: undefined }
  return {
    id: message.id,
    turnId: message.turnId,
    role: message.role,
    step: message.role === 'assistant' ? message.step : null,
    toolCallId: message.role === 'tool' ? message.toolCallId : null,
    changesFile: message.role === 'tool' && changedFile(message) ? 1 : 0,
    createdAt: message.createdAt,
    body: JSON.stringify(body),
    raw: raw ? JSON.stringify(raw) : null,
  }
}

function changedFile({ meta }: ToolMessage): boolean {
  return meta.diff !== undefined && meta.diff !== ''
}

function toMessage(row: MessageRow): Message {
  const message: Message = JSON.parse(row.body)
  if (row.raw === null || message.role !== 'assistant') return message
  const raw: RawBlocks = JSON.parse(row.raw)
  return { ...message, raw }
}
