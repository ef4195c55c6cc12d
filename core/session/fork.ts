import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import { AppError } from '../contract/errors.ts'
import type { Message, ToolMessage, UserMessage } from '../contract/messages.ts'
import type { LiveSession } from './live-session.ts'
import { endCutTurn } from './recovery.ts'
import type { SessionDeps } from './types.ts'

/** What messages name in the session's folder. */
const FOLDERS = ['attachments', 'blobs', 'spill']

/**
 * A new session with the conversation up to the prompt `messageId`, or with all of it, and copies of the files its messages name.
 * Answers its id and the prompt. `AppError('session.no_such_message')`.
 */
export async function fork(
  deps: SessionDeps,
  live: LiveSession,
  messageId: string | undefined,
): Promise<{ sessionId: string; prompt: UserMessage | undefined }> {
  const { storage } = deps
  const prompt = messageId === undefined ? undefined : storage.checkpoints.prompt(live.id, messageId)?.message
  if (messageId !== undefined && !prompt) throw new AppError('session.no_such_message')
  const { projectId, title, provider, model, mode, handover, effort } = live.record
  const { id } = storage.sessions.create({ projectId, title: copyTitle(title), provider, model, mode })
  storage.sessions.update(id, { handover, effort })
  // Half a copy is nobody's session.
  storage.sessions.hide(id)
  await Promise.all(FOLDERS.map((folder) => copyFolder(path.join(live.dir, folder), path.join(deps.sessionsDir, id, folder))))
  const ids = new Map<string, string>()
  const newIdOf = (old: string): string => {
    const known = ids.get(old) ?? newId(deps.clock.now())
    ids.set(old, known)
    return known
  }
  for await (const message of storage.messages.all(live.id)) {
    if (message.id === messageId) break
    const todos = message.role === 'tool' && message.meta.todos ? { todos: message.meta.todos } : {}
    const copy = renamed(message, newIdOf)
    storage.messages.append(id, copy.role === 'tool' ? moved(copy, live.dir, path.join(deps.sessionsDir, id)) : copy, {
      lastSeq: 0,
      ...todos,
    })
  }
  if (prompt && prompt.id !== prompt.turnId) endCutTurn(deps, id)
  storage.sessions.place(id, { archived: false })
  return { sessionId: id, prompt }
}

/** The same message in another conversation. */
export function renamed(message: Message, newIdOf: (old: string) => string): Message {
  // A summary somebody asked for belongs to no turn.
  const base = { id: newIdOf(message.id), turnId: message.turnId === '' ? '' : newIdOf(message.turnId) }
  if (message.role !== 'summary') return { ...message, ...base }
  return { ...message, ...base, keptFrom: message.keptFrom === null ? null : newIdOf(message.keptFrom) }
}

/** Results name their spilled text by its place. */
function moved(message: ToolMessage, from: string, to: string): ToolMessage {
  const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
  return JSON.parse(JSON.stringify(message).replaceAll(inJson(from), inJson(to)))
}

/** As file managers do: "Title (2)". */
function copyTitle(title: string): string {
  const numbered = /^(.*) \((\d+)\)$/s.exec(title)
  return numbered ? `${numbered[1]} (${Number(numbered[2]) + 1})` : `${title} (2)`
}

async function copyFolder(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
}
