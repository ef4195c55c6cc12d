import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Caller } from '../../contract/method.ts'
import type { Draft } from '../../contract/drafts.ts'
import { readAttachments } from '../../session/index.ts'
import { findSameFolder } from '../../workspace/index.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function draftHandlers(services: Services): RpcHandlers['drafts'] {
  const { storage } = services
  const placeOf = (caller: Caller, sessionId: string | undefined) => ({
    projectId: projectOf(services, caller).id,
    sessionId: sessionId === undefined ? undefined : ownSession(services, caller, sessionId),
  })
  return {
    get: async ({ sessionId }, { caller }) => ({ draft: storage.drafts.get(placeOf(caller, sessionId)) ?? empty() }),
    async set({ sessionId, draft }, { caller }) {
      const isEmpty = draft.text === '' && draft.references.length === 0 && draft.attachments.length === 0
      storage.drafts.set(placeOf(caller, sessionId), isEmpty ? undefined : draft)
      return {}
    },
    history: async (_, { caller }) => ({ prompts: [...storage.drafts.prompts(projectOf(services, caller).id)] }),
    folder: async (dropped, { caller }) => ({ path: (await findSameFolder(projectOf(services, caller).path, dropped)) ?? null }),
    async attachment({ sessionId, attachmentId }, { caller }) {
      const folder = path.join(services.sessionsDir, ownSession(services, caller, sessionId))
      return { path: services.tickets.issue({ kind: 'output', read: () => textOf(folder, attachmentId) }) }
    },
  }
}

async function textOf(sessionDir: string, attachmentId: string): Promise<string> {
  const [one] = await readAttachments(sessionDir, [attachmentId])
  if (!one || one.media) throw new AppError('files.attachment_missing')
  return one.text
}

function empty(): Draft {
  return { text: '', references: [], attachments: [] }
}
