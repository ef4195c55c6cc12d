import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { UserMessage } from '../contract/messages.ts'
import type { CheckpointRepository, FileChangeRecord, RewindRecord } from './checkpoint-types.ts'
import type { Connection } from './connection.ts'

const PAGE_ROWS = 50

interface PromptRow {
  n: number
  body: string
}

interface Range {
  from_n: number
  to_n: number
}

export function createCheckpointRepository(connection: Connection, clock: Clock): CheckpointRepository {
  const newestMessage = 'coalesce((SELECT max(n) FROM messages WHERE session_id = $sessionId), 0)'
  const insertChange = connection.statement(`
    INSERT INTO file_changes (session_id, message_n, turn_id, tool_call_id, rewind_id, path, before_hash, before_mode, after_hash, made_folder, created_at)
    VALUES ($sessionId, ${newestMessage}, $turnId, $toolCallId, $rewindId, $path, $beforeHash, $beforeMode, $afterHash, $madeFolder, $now)`)
  const changesAfter = connection.statement<FileChangeRecord>(`
    SELECT n, message_n AS messageN, turn_id AS turnId, tool_call_id AS toolCallId, rewind_id AS rewindId, path, before_hash AS beforeHash,
      before_mode AS beforeMode, after_hash AS afterHash, made_folder AS madeFolder, created_at AS createdAt
    FROM file_changes WHERE session_id = $sessionId AND n > $after ORDER BY n LIMIT ${PAGE_ROWS}`)
  const insertRewind = connection.statement(`
    INSERT INTO rewinds (id, session_id, kind, what, target, path, from_message_n, message_n, change_n, hidden_before, created_at)
    VALUES ($id, $sessionId, $kind, $what, $target, $path, $fromMessageN, ${newestMessage},
      coalesce((SELECT max(n) FROM file_changes WHERE session_id = $sessionId), 0), $hidden, $now)`)
  const rewindColumns =
    'id, kind, what, target, path, from_message_n AS fromMessageN, message_n AS messageN, change_n AS changeN, created_at AS createdAt'
  const rewindById = connection.statement<RewindRecord & { hidden: string }>(
    `SELECT ${rewindColumns}, hidden_before AS hidden FROM rewinds WHERE session_id = $sessionId AND id = $id`,
  )
  const rewindsBefore = connection.statement<RewindRecord>(`
    SELECT ${rewindColumns} FROM rewinds WHERE session_id = $sessionId AND created_at < $before ORDER BY created_at DESC, id DESC LIMIT ${PAGE_ROWS}`)
  const placeOf = connection.statement<{ n: number }>('SELECT n FROM messages WHERE session_id = $sessionId AND id = $id')
  const promptsBefore = connection.statement<PromptRow>(`
    SELECT n, body FROM shown_messages WHERE session_id = $sessionId AND role = 'user' AND n < $before ORDER BY n DESC LIMIT ${PAGE_ROWS}`)
  const promptById = connection.statement<PromptRow>(
    `SELECT n, body FROM shown_messages WHERE session_id = $sessionId AND role = 'user' AND id = $id`,
  )
  const anyPrompt = connection.statement<PromptRow>(
    `SELECT n, body FROM messages WHERE session_id = $sessionId AND role = 'user' AND id = $id`,
  )
  const hidden = connection.statement<Range>('SELECT from_n, to_n FROM hidden_messages WHERE session_id = $sessionId ORDER BY from_n')
  const hide = connection.statement('INSERT INTO hidden_messages (session_id, from_n, to_n) VALUES ($sessionId, $from, $to)')
  const showAll = connection.statement('DELETE FROM hidden_messages WHERE session_id = $sessionId')
  const showFrom = connection.statement('DELETE FROM hidden_messages WHERE session_id = $sessionId AND from_n >= $from')
  const lastMessage = connection.statement<{ n: number }>(`SELECT ${newestMessage} AS n`)
  const count = connection.statement<{ n: number }>(
    `SELECT count(*) AS n FROM shown_messages WHERE session_id = $sessionId AND n >= $from AND role IN ('user', 'assistant')`,
  )
  const restored = connection.statement<{ path: string }>(`
    SELECT DISTINCT c.path FROM file_changes c JOIN rewinds r ON r.id = c.rewind_id
    WHERE c.session_id = $sessionId AND c.message_n >= ${newestMessage} AND r.what IN ('files', 'hunk') LIMIT ${PAGE_ROWS}`)
  const setCount = connection.statement('UPDATE sessions SET messages = $count WHERE id = $sessionId')

  const newest = (sessionId: string): number => lastMessage.get({ sessionId })?.n ?? 0
  const hideUpToNewest = (sessionId: string, from: number): void => {
    const to = newest(sessionId)
    showFrom.run({ sessionId, from })
    if (to >= from) hide.run({ sessionId, from, to })
  }
  const shownFrom = (sessionId: string, from: number): number => count.get({ sessionId, from })?.n ?? 0
  const recount = (sessionId: string): void => void setCount.run({ sessionId, count: shownFrom(sessionId, 0) })
  return {
    addChange: (sessionId, change) => void insertChange.run({ ...change, sessionId, now: clock.now() }),
    async *changes(sessionId) {
      for (let after = 0; ;) {
        const rows = changesAfter.all({ sessionId, after })
        yield* rows
        if (rows.length < PAGE_ROWS) return
        after = rows.at(-1)?.n ?? after
        await setImmediate()
      }
    },
    addRewind(sessionId, rewind) {
      const ranges = JSON.stringify(hidden.all({ sessionId }))
      insertRewind.run({ ...rewind, sessionId, hidden: ranges, now: clock.now() })
    },
    rewind(sessionId, id) {
      const row = rewindById.get({ sessionId, id })
      if (!row) return undefined
      const { hidden: _ranges, ...record } = row
      return record
    },
    rewinds: (sessionId, before) => rewindsBefore.all({ sessionId, before }),
    prompts(sessionId, before) {
      const place = before === undefined ? Number.MAX_SAFE_INTEGER : placeOf.get({ sessionId, id: before })?.n
      return place === undefined ? [] : promptsBefore.all({ sessionId, before: place }).map(toPrompt)
    },
    prompt(sessionId, messageId) {
      const row = promptById.get({ sessionId, id: messageId })
      return row && toPrompt(row)
    },
    promptText(sessionId, messageId) {
      const row = anyPrompt.get({ sessionId, id: messageId })
      return row ? toPrompt(row).message.text : ''
    },
    shownFrom,
    restoredSinceLast: (sessionId) => restored.all({ sessionId }).map(({ path }) => path),
    hideFrom: (sessionId, n) =>
      connection.transaction(() => {
        hideUpToNewest(sessionId, n)
        recount(sessionId)
      }),
    showAsBefore: (sessionId, rewindId) =>
      connection.transaction(() => {
        const rewind = rewindById.get({ sessionId, id: rewindId })
        if (!rewind) throw new Error(`no rewind ${rewindId}`)
        const ranges: Range[] = JSON.parse(rewind.hidden)
        showAll.run({ sessionId })
        for (const { from_n: from, to_n: to } of ranges) hide.run({ sessionId, from, to })
        // What was said after the rewind was not part of that conversation.
        hideUpToNewest(sessionId, rewind.messageN + 1)
        recount(sessionId)
      }),
  }
}

function toPrompt({ n, body }: PromptRow): { message: UserMessage; n: number } {
  const message: UserMessage = JSON.parse(body)
  return { message, n }
}
