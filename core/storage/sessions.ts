import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { Effort, Mode, Usage } from '../contract/common.ts'
import type { Connection, SqlValue } from './connection.ts'
import type { SessionPatch, SessionRecord, SessionRepository } from './types.ts'

const PAGE_ROWS = 50
/** Of the column `archived`: nobody sees the session any more, or not yet. */
const HIDDEN = 2

interface SessionRow {
  id: string
  project_id: string
  title: string
  provider: string
  model: string
  mode: Mode
  created_at: number
  updated_at: number
  messages: number
  last_seq: number
  usage: string
  context_used: number
  context_window: number
  todos: string
  pinned: number
  archived: number
  queue: string
  epoch: string | null
  parent_id: string | null
  agent: string | null
  handover: string | null
  effort: Effort | null
}

/** For this room: what `append` needs inside its own transaction. */
export interface SessionStore extends SessionRepository {
  /** Writes the patch, `updatedAt` and the message count; the caller holds the transaction. */
  patch(id: string, patch: SessionPatch, addedMessages: number): void
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }

export function createSessionRepository(connection: Connection, clock: Clock): SessionStore {
  const select = 'SELECT s.*, e.body AS epoch FROM sessions s LEFT JOIN epochs e ON e.session_id = s.id'
  const order = 'ORDER BY s.pinned DESC, s.updated_at DESC, s.id DESC LIMIT $rows OFFSET $skip'
  const insert = connection.statement(`
    INSERT INTO sessions (id, project_id, title, provider, model, mode, created_at, updated_at, usage, parent_id, agent)
    VALUES ($id, $projectId, $title, $provider, $model, $mode, $now, $now, $usage, $parentId, $agent)`)
  const byId = connection.statement<SessionRow>(`${select} WHERE s.id = $id AND s.archived < ${HIDDEN}`)
  const ofProject = connection.statement<SessionRow>(
    `${select} WHERE s.project_id = $projectId AND s.archived = $archived AND s.agent IS NULL ${order}`,
  )
  const ofAll = connection.statement<SessionRow>(`${select} WHERE s.archived = $archived AND s.agent IS NULL ${order}`)
  const place = connection.statement(
    'UPDATE sessions SET pinned = coalesce($pinned, pinned), archived = coalesce($archived, archived) WHERE id = $id',
  )
  const change = connection.statement(`
    UPDATE sessions SET
      title = coalesce($title, title), provider = coalesce($provider, provider), model = coalesce($model, model),
      mode = coalesce($mode, mode), last_seq = coalesce($lastSeq, last_seq), usage = coalesce($usage, usage),
      context_used = coalesce($contextUsed, context_used), context_window = coalesce($contextWindow, context_window),
      todos = coalesce($todos, todos), queue = coalesce($queue, queue), messages = messages + $added, updated_at = $now
    WHERE id = $id`)
  const setEpoch = connection.statement(
    'INSERT INTO epochs (session_id, body) VALUES ($id, $body) ON CONFLICT (session_id) DO UPDATE SET body = excluded.body',
  )
  const setHandover = connection.statement('UPDATE sessions SET handover = $handover WHERE id = $id')
  const worktreesOf = connection.statement<{ path: string }>(`
    SELECT DISTINCT json_extract(agent, '$.worktree.path') AS path FROM sessions
    WHERE project_id = $projectId AND json_extract(agent, '$.worktree.path') IS NOT NULL`)
  const setEffort = connection.statement('UPDATE sessions SET effort = $effort WHERE id = $id')
  const deliver = connection.statement('UPDATE task_notices SET message_id = $messageId WHERE id = $id AND message_id IS NULL')
  const dropEpoch = connection.statement('DELETE FROM epochs WHERE session_id = $id')

  const mustGet = (id: string): SessionRecord => {
    const row = byId.get({ id })
    if (!row) throw new Error(`no session ${id}`)
    return toRecord(row)
  }
  const patch: SessionStore['patch'] = (id, changes, added) => {
    const { epoch, handover, effort, usage, todos, queue, title, provider, model, mode, lastSeq, contextUsed, contextWindow, delivers } =
      changes
    const values: Record<string, SqlValue> = {
      title: title ?? null,
      provider: provider ?? null,
      model: model ?? null,
      mode: mode ?? null,
      lastSeq: lastSeq ?? null,
      contextUsed: contextUsed ?? null,
      contextWindow: contextWindow ?? null,
      usage: usage ? JSON.stringify(usage) : null,
      todos: todos ? JSON.stringify(todos) : null,
      queue: queue ? JSON.stringify(queue) : null,
    }
    if (change.run({ id, added, now: clock.now(), ...values }) === 0) throw new Error(`no session ${id}`)
    if (epoch) setEpoch.run({ id, body: JSON.stringify(epoch) })
    if (epoch === null) dropEpoch.run({ id })
    if (handover !== undefined) setHandover.run({ id, handover: handover && JSON.stringify(handover) })
    if (effort !== undefined) setEffort.run({ id, effort })
    for (const notice of delivers?.notices ?? []) deliver.run({ id: notice, messageId: delivers?.messageId ?? '' })
  }
  return {
    patch,
    create({ agent, ...input }) {
      const id = agent?.id ?? newId(clock.now())
      const own = { parentId: agent?.parentId ?? null, agent: agent ? JSON.stringify(agent.spec) : null }
      insert.run({ ...input, ...own, id, now: clock.now(), usage: JSON.stringify(noUsage) })
      return mustGet(id)
    },
    get(id) {
      const row = byId.get({ id })
      return row && toRecord(row)
    },
    list({ projectId, limit, archived = false }) {
      const records: SessionRecord[] = []
      while (records.length < limit) {
        const page = { rows: Math.min(PAGE_ROWS, limit - records.length), skip: records.length, archived: archived ? 1 : 0 }
        const rows = projectId === undefined ? ofAll.all(page) : ofProject.all({ ...page, projectId })
        records.push(...rows.map(toRecord))
        if (rows.length < page.rows) break
      }
      return records
    },
    place(id, { pinned, archived }) {
      if (place.run({ id, pinned: flag(pinned), archived: flag(archived) }) === 0) throw new Error(`no session ${id}`)
      return mustGet(id)
    },
    hide: (id) => void place.run({ id, pinned: 0, archived: HIDDEN }),
    worktrees: (projectId) => worktreesOf.all({ projectId }).map(({ path }) => path),
    update(id, changes) {
      return connection.transaction(() => {
        patch(id, changes, 0)
        return mustGet(id)
      })
    },
  }
}

function flag(value: boolean | undefined): number | null {
  return value === undefined ? null : Number(value)
}

function toRecord(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    provider: row.provider,
    model: row.model,
    mode: row.mode,
    effort: row.effort,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    messages: row.messages,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    lastSeq: row.last_seq,
    usage: JSON.parse(row.usage),
    contextUsed: row.context_used,
    contextWindow: row.context_window,
    todos: JSON.parse(row.todos),
    queue: JSON.parse(row.queue),
    // Parsed when asked for: a list of two hundred sessions never looks at it.
    get epoch() {
      return row.epoch === null ? null : JSON.parse(row.epoch)
    },
    parentId: row.parent_id,
    agent: row.agent === null ? null : JSON.parse(row.agent),
    handover: row.handover === null ? null : JSON.parse(row.handover),
  }
}
