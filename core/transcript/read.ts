import { AppError } from '../contract/errors.ts'
import type { SkipReason } from '../contract/sessions.ts'
import { isClaudeCode, readClaudeCode } from './claude-code.ts'
import { readLines } from './lines.ts'
import { isOriginal, readOriginal } from './original.ts'
import { readOwn } from './own.ts'
import { createTurnBuilder } from './turns.ts'
import type { ReadTranscript, Skip } from './types.ts'

const BRACE = 0x7b

/**
 * Reads a session from our JSON, the original's `conversation.jsonl` or a session file of Claude Code, told apart by what is
 * in them. `AppError('files.no_session')` when nothing in it was ever said.
 */
export function readTranscript(name: string, bytes: Uint8Array): ReadTranscript {
  const counts = new Map<SkipReason, number>()
  const skip: Skip = (reason, count = 1) => void counts.set(reason, (counts.get(reason) ?? 0) + count)
  const read = readAny(bytes, skip)
  if (!read || !read.messages.some(({ role }) => role === 'user')) throw new AppError('files.no_session', { params: { name } })
  return { ...read, skipped: [...counts].map(([reason, count]) => ({ reason, count })) }
}

function readAny(bytes: Uint8Array, skip: Skip): Omit<ReadTranscript, 'skipped'> | undefined {
  if (bytes.find((byte) => byte > 0x20) === BRACE && isWholeJson(bytes)) {
    const own = readOwn(Buffer.from(bytes).toString('utf8'), skip)
    if (own) return own
  }
  const records = readLines(bytes, skip)
  const turns = createTurnBuilder(skip)
  const read = isClaudeCode(records) ? readClaudeCode : isOriginal(records) ? readOriginal : undefined
  if (!read) return undefined
  const { title, model } = read(records, turns, skip)
  const messages = turns.finish()
  const dates = messages.flatMap(({ createdAt }) => (createdAt > 0 ? [createdAt] : []))
  return { title, model, provider: undefined, createdAt: dates[0] ?? 0, updatedAt: dates.at(-1) ?? 0, messages }
}

/** Our own file names its format in its first line or two. */
function isWholeJson(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 200)).toString('latin1').includes('mewcode-session')
}
