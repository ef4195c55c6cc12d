import { closeSync, openSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import type { Message } from '../../contract/messages.ts'
import { writeTranscript } from '../../transcript/index.ts'
import type { Connection } from '../connection.ts'
import { createConversationReader } from '../messages.ts'
import { createSearch, createSearchIndex } from '../search/index.ts'
import { createSessionRepository } from '../sessions.ts'
import type { Bulk, LeaseRepository } from '../types.ts'
import { createImport } from './import.ts'

const DELETE_ROWS = 200

export interface BulkDeps {
  readonly clock: Clock
  /** Tells sessions another process is at work on from those it left. */
  readonly leases: LeaseRepository
}

/** The work itself, on whatever thread it is called; it lets the event loop run between pieces. */
export function createBulkTasks(connection: Connection, { clock, leases }: BulkDeps): Bulk {
  const sessions = createSessionRepository(connection, clock)
  const readConversation = createConversationReader(connection)
  const search = createSearch(connection)
  const importing = new Set<string>()
  const index = createSearchIndex(connection)
  const someMessages = connection.statement(`
    DELETE FROM messages WHERE n IN (SELECT n FROM messages WHERE session_id = $sessionId LIMIT ${DELETE_ROWS})`)
  const session = connection.statement('DELETE FROM sessions WHERE id = $sessionId')
  const hidden = connection.statement<{ id: string }>('SELECT id FROM sessions WHERE archived = 2 LIMIT 50')
  const sizes = connection.statement<{ project_id: string; sessions: number; bytes: number }>(`
    SELECT s.project_id, count(*) FILTER (WHERE s.agent IS NULL) AS sessions, coalesce(sum(m.bytes), 0) AS bytes FROM sessions s
    LEFT JOIN (SELECT session_id, sum(length(body) + coalesce(length(raw), 0)) AS bytes FROM messages GROUP BY session_id) m ON m.session_id = s.id
    WHERE s.archived < 2 GROUP BY s.project_id`)

  // In one go: nobody waits on this thread, and where it is the window's own, only a command does.
  const load = async (sessionId: string): Promise<readonly Message[]> => readConversation(sessionId)

  async function remove(sessionIds: readonly string[]): Promise<void> {
    for (const sessionId of sessionIds) {
      while (someMessages.run({ sessionId }) > 0) await setImmediate()
      session.run({ sessionId })
    }
  }

  async function catchUp(): Promise<void> {
    while (index.catchUp()) await setImmediate()
  }

  return {
    load,
    remove,
    async search(query) {
      await catchUp()
      return search(query)
    },
    async export({ sessionId, format, language }) {
      const record = sessions.get(sessionId)
      if (!record) throw new Error(`no session ${sessionId}`)
      const { title, provider, model, mode, createdAt, updatedAt } = record
      const transcript = { title, provider, model, mode, createdAt, updatedAt, messages: await load(sessionId) }
      return writeTranscript(transcript, { format, language })
    },
    import: createImport(connection, { leases, running: importing }),
    sizes: async () => new Map(sizes.all().map((row) => [row.project_id, { sessions: row.sessions, bytes: row.bytes }])),
    async backup(path) {
      closeSync(openSync(path, 'wx', 0o600))
      await connection.backup(path)
    },
    async tidy() {
      await catchUp()
      const left = hidden.all().map(({ id }) => id)
      // The lease is the process's; an import of its own is told apart here.
      const free = left.filter((id) => !importing.has(id) && leases.acquire(id).ok)
      await remove(free)
      return free
    },
    close: async () => undefined,
  }
}
