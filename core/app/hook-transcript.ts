import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { writeFileAtomic } from '../platform/index.ts'
import type { HookPlace } from '../hooks/index.ts'
import type { Message } from '../contract/messages.ts'
import type { Storage } from '../storage/types.ts'
import { writeHookLines } from '../transcript/index.ts'

/** Keeps, beside a session, the file that scripts of other products read it from. Written when one of them is about to run. */
export function createHookTranscript(storage: Pick<Storage, 'messages'>, sessionsDir: string): (place: HookPlace) => Promise<string> {
  const written = new Map<string, string>()
  return async ({ sessionId, projectRoot: cwd }) => {
    const folder = path.join(sessionsDir, sessionId)
    const file = path.join(folder, 'transcript.jsonl')
    const last = storage.messages.page({ sessionId, before: undefined, limit: 1 }).messages.at(-1)?.id ?? ''
    if (written.get(sessionId) === last) return file
    const messages: Message[] = []
    for await (const message of storage.messages.all(sessionId)) messages.push(message)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, Buffer.from(writeHookLines(messages, { sessionId, cwd })), { mode: 0o600 })
    written.set(sessionId, last)
    return file
  }
}
