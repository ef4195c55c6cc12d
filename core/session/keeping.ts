import { rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import type { SessionSummary } from '../contract/events.ts'
import type { SessionHit } from '../contract/sessions.ts'
import { takeLease } from './hold.ts'
import { ownModel } from './handover.ts'
import { endSession } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import type { SessionRecord } from '../storage/types.ts'
import type { SessionDeps, Sessions } from './types.ts'

interface Lives {
  readonly all: Map<string, LiveSession>
  /** `AppError('session.not_found')`. */
  of(sessionId: string): LiveSession
  summary(record: SessionRecord): SessionSummary
}

/** What is done with sessions as a whole: kept in view, put away, cleared, deleted, searched, written to files and read from them. */
export function createKeeping(
  deps: SessionDeps,
  lives: Lives,
): Pick<Sessions, 'place' | 'remove' | 'clear' | 'leave' | 'search' | 'export' | 'import'> {
  const { storage, announce, sessionsDir } = deps
  return {
    place(sessionId, changes) {
      const live = lives.of(sessionId)
      storage.sessions.place(sessionId, changes)
      live.refresh()
      announce({ type: 'sessions.changed', projectId: live.projectId })
      return live.summary()
    },
    async remove(sessionIds) {
      const projects = new Set(sessionIds.map((id) => lives.of(id).projectId))
      const taken: string[] = []
      try {
        for (const id of sessionIds) {
          const live = lives.of(id)
          if (live.turn || live.isStarting || live.agents.size > 0) throw new AppError('session.busy')
          takeLease(deps, id)
          taken.push(id)
        }
        for (const id of sessionIds) storage.sessions.hide(id)
      } finally {
        for (const id of taken) storage.leases.release(id)
      }
      for (const live of lives.all.values()) if (sessionIds.includes(live.root.id)) lives.all.delete(live.id)
      for (const projectId of projects) announce({ type: 'sessions.changed', projectId })
      await storage.bulk.remove(sessionIds)
      await Promise.all(sessionIds.map((id) => removeFiles(sessionsDir, id)))
    },
    async clear(sessionId) {
      const old = lives.of(sessionId)
      const { mode, effort } = old.record
      const { provider, model } = ownModel(old.record)
      if (!old.turn) await endSession(deps, old, { reason: 'clear' })
      const { id } = storage.sessions.create({ projectId: old.projectId, provider, model, mode, title: '' })
      if (effort) storage.sessions.update(id, { effort })
      const live = lives.of(id)
      live.origin = 'clear'
      return live.summary()
    },
    async leave(sessionId) {
      const live = lives.all.get(sessionId)
      if (live && !live.turn && !live.isStarting) await endSession(deps, live, { reason: 'resume' })
    },
    async search(query) {
      const { found, next } = await storage.bulk.search(query)
      const hits = found.flatMap(([sessionId, snippets]): SessionHit[] => {
        const record = storage.sessions.get(sessionId)
        const project = record && storage.projects.get(record.projectId)
        // Deleted while the search ran.
        if (!record || !project) return []
        return [{ session: lives.summary(record), projectRoot: project.path, snippets: [...snippets] }]
      })
      return { hits, next }
    },
    async export(sessionId, { format, language }) {
      return deps.redactSecrets(await storage.bulk.export({ sessionId: lives.of(sessionId).id, format, language }))
    },
    async import(file) {
      const { sessionId, imported, skipped } = await storage.bulk.import(file)
      announce({ type: 'sessions.changed', projectId: file.projectId })
      return { kind: 'session', session: lives.of(sessionId).summary(), imported, skipped: [...skipped] }
    },
  }
}

/** Attachments, long outputs and kept file versions of one session. */
export async function removeFiles(sessionsDir: string, sessionId: string): Promise<void> {
  await rm(path.join(sessionsDir, sessionId), { recursive: true, force: true })
}
