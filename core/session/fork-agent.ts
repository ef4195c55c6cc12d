import { newId } from '../base/ids.ts'
import { noUsage } from '../contract/fold.ts'
import type { ToolCallPart, ToolMessage } from '../contract/messages.ts'
import { renamed } from './fork.ts'
import type { LiveSession } from './live-session.ts'
import { openCalls } from './recovery.ts'
import { storedTranscript } from './transcript.ts'
import type { SessionDeps } from './types.ts'

/** Puts what the open epoch has sent, byte for byte, at the beginning of an agent's session; calls without a result get one. */
export async function copyConversation(deps: SessionDeps, live: LiveSession, agentId: string): Promise<void> {
  const { storage, clock } = deps
  const { messages } = await storedTranscript(deps, live)
  const ids = new Map<string, string>()
  const newIdOf = (old: string): string => {
    const known = ids.get(old) ?? newId(clock.now())
    ids.set(old, known)
    return known
  }
  const copies = messages.map((message) => renamed(message, newIdOf))
  const { epoch } = live.record
  if (epoch) storage.sessions.update(agentId, { epoch })
  const answered = openCalls(copies).map((call) => skipped(call, clock.now()))
  for (const message of [...copies, ...answered]) storage.messages.append(agentId, message, { lastSeq: 0 })
  const turnId = copies.at(-1)?.turnId
  if (turnId === undefined) return
  const createdAt = clock.now()
  const ending = { role: 'ending', stopReason: 'end_turn', usage: noUsage, durationMs: 0 } as const
  storage.messages.append(agentId, { ...ending, id: newId(createdAt), turnId, createdAt }, { lastSeq: 0 })
}

function skipped({ toolCallId, name, turnId }: ToolCallPart & { turnId: string }, createdAt: number): ToolMessage {
  const content = [{ type: 'text' as const, text: '[forked, skipped]' }]
  const base = { role: 'tool', id: newId(createdAt), turnId, createdAt, toolCallId, name } as const
  return { ...base, content, isError: true, durationMs: 0, meta: {} }
}
