import { setImmediate } from 'node:timers/promises'
import { newId } from '../../base/ids.ts'
import { noUsage } from '../../contract/fold.ts'
import type { Usage } from '../../contract/common.ts'
import type { Message } from '../../contract/messages.ts'
import { readTranscript } from '../../transcript/index.ts'
import type { Connection } from '../connection.ts'
import { createMessageWriter } from '../messages.ts'
import type { Bulk, LeaseRepository } from '../types.ts'

const PAGE_ROWS = 50

/**
 * Stores a file's conversation a page at a time, so that nobody waits for the lock; the session shows when it is whole.
 * `running`: ids of what is not whole yet.
 */
export function createImport(
  connection: Connection,
  { leases, running }: { leases: LeaseRepository; running: Set<string> },
): Bulk['import'] {
  const write = createMessageWriter(connection)
  const insert = connection.statement(`
    INSERT INTO sessions (id, project_id, title, provider, model, mode, created_at, updated_at, messages, usage, archived)
    VALUES ($id, $projectId, $title, $provider, $model, $mode, $createdAt, $updatedAt, $messages, $usage, 2)`)
  const show = connection.statement('UPDATE sessions SET archived = 0 WHERE id = $id')

  return async ({ projectId, name, bytes, known, ...fallback }) => {
    const read = readTranscript(name, bytes)
    const { messages, skipped } = read
    const isKnown = read.provider !== undefined && read.model !== undefined && known.includes(read.provider)
    const id = newId()
    running.add(id)
    try {
      insert.run({
        id,
        projectId,
        title: read.title ?? firstLine(messages),
        provider: isKnown ? read.provider : fallback.provider,
        model: isKnown ? read.model : fallback.model,
        mode: fallback.mode,
        createdAt: read.createdAt,
        updatedAt: read.updatedAt,
        messages: messages.filter(({ role }) => role === 'user' || role === 'assistant').length,
        usage: JSON.stringify(usageOf(messages)),
      })
      leases.acquire(id)
      for (let at = 0; at < messages.length; at += PAGE_ROWS) {
        connection.transaction(() => {
          for (const message of messages.slice(at, at + PAGE_ROWS)) write(id, message)
        })
        await setImmediate()
      }
      show.run({ id })
    } finally {
      // What did not come in whole is swept away as what a dead process left.
      leases.release(id)
      running.delete(id)
    }
    return { sessionId: id, imported: messages.filter(({ role }) => role !== 'ending').length, skipped }
  }
}

const TITLE_CHARS = 60

function firstLine(messages: readonly Message[]): string {
  const prompt = messages.find((message) => message.role === 'user')
  const line = prompt?.text.split('\n').find((each) => each.trim() !== '') ?? ''
  return Array.from(line.trim()).slice(0, TITLE_CHARS).join('')
}

/** What others paid is counted in tokens; its price is not ours to know. */
function usageOf(messages: readonly Message[]): Usage {
  return messages.reduce<Usage>((sum, message) => {
    if (message.role !== 'assistant' || !message.usage) return sum
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, costUsd } = message.usage
    return {
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
      cacheReadTokens: sum.cacheReadTokens + cacheReadTokens,
      cacheWriteTokens: sum.cacheWriteTokens + cacheWriteTokens,
      costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
    }
  }, noUsage)
}
