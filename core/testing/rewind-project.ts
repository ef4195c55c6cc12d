import { readFileSync } from 'node:fs'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { recordChange, revert, rewindFiles, type RevertRequest } from '../checkpoints/index.ts'
import type { FilePlan } from '../contract/changes.ts'
import { createFileLocks } from '../platform/index.ts'
import { openStorage } from '../storage/index.ts'
import type { Storage } from '../storage/types.ts'
import { contentHash } from '../tools/index.ts'
import { openToolProject, type ToolProject } from './tool-project.ts'

/** What stands for a provider's key in files. */
export const SECRET = 'sk-a-key-of-a-provider'

/** A throw-away project whose tools keep what they change in a real store, and prompts to go back to. */
export interface RewindProject extends ToolProject {
  readonly storage: Storage
  readonly session: { readonly id: string; readonly dir: string; readonly projectRoot: string; isSecret(bytes: Uint8Array): boolean }
  /** A prompt is stored; changes from here on belong to it. Answers its id. */
  prompt(): string
  /** Calls a tool as somebody who has read everything. */
  change(name: string, input: unknown): Promise<void>
  /** Files only. Without `dryRun` it is done. */
  rewind(messageId: string, options?: { dryRun?: boolean }): Promise<FilePlan & { rewindId: string }>
  revert(request: Partial<RevertRequest>): Promise<FilePlan & { rewindId: string }>
}

export async function openRewindProject(): Promise<RewindProject> {
  const tools = openToolProject()
  const storage = await openStorage({ path: ':memory:', clock: systemClock, log: { log: () => undefined }, program: 'test' })
  const { id: projectId } = storage.projects.open(tools.root)
  const { id } = storage.sessions.create({ projectId, title: '', provider: 'p', model: 'm', mode: 'default' })
  const isSecret = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(SECRET)
  const session = { id, dir: tools.sessionDir, projectRoot: tools.root, isSecret }
  const restore = { checkpoints: storage.checkpoints, locks: createFileLocks() }
  let turnId = ''
  let calls = 0
  return {
    ...tools,
    storage,
    session,
    prompt() {
      turnId = newId()
      const message = { role: 'user', id: turnId, turnId, createdAt: Date.now(), text: 'go on', attachments: [], reminders: [] } as const
      storage.messages.append(id, message, { lastSeq: 0 })
      return turnId
    },
    async change(name, input) {
      const toolCallId = `call_${(calls += 1)}`
      const { meta, content } = await tools.call(name, input, {
        seen: { get: (path) => contentHash(readFileSync(path)), set: () => undefined },
        beforeChange: (path, after) =>
          recordChange(storage.checkpoints, session, { path, after, source: { turnId, toolCallId, rewindId: null } }),
      })
      const base = { role: 'tool', id: newId(), turnId, createdAt: Date.now(), toolCallId, name, isError: false, durationMs: 0 } as const
      storage.messages.append(id, { ...base, content: [...content], meta }, { lastSeq: 0 })
    },
    async rewind(messageId, { dryRun = false } = {}) {
      const rewindId = newId()
      const prompt = storage.checkpoints.prompt(id, messageId)
      const undone = storage.checkpoints.rewind(id, messageId)
      const isSince = (row: { n: number; messageN: number }): boolean =>
        prompt ? row.messageN >= prompt.n : row.n > (undone?.changeN ?? Number.MAX_SAFE_INTEGER)
      const row = { id: rewindId, kind: 'rewind', what: 'files', target: messageId, path: null, fromMessageN: prompt?.n ?? null } as const
      if (!dryRun) storage.checkpoints.addRewind(id, row)
      return { ...(await rewindFiles(restore, session, { isSince, rewindId: dryRun ? undefined : rewindId })), rewindId }
    },
    async revert({ path, turnId: ofTurn, hunk }) {
      const rewindId = newId()
      const what = hunk === undefined ? 'files' : 'hunk'
      storage.checkpoints.addRewind(id, {
        id: rewindId,
        kind: 'revert',
        what,
        target: ofTurn ?? '',
        path: path ?? null,
        fromMessageN: null,
      })
      return { ...(await revert(restore, session, { request: { path, turnId: ofTurn, hunk }, rewindId })), rewindId }
    },
    async close() {
      await storage.close()
      await tools.close()
    },
  }
}
