import { newId } from '../base/ids.ts'
import type { Clock } from '../base/clock.ts'
import { addUsage } from '../contract/add-usage.ts'
import type { StopReason, Usage } from '../contract/common.ts'
import { wireError, type WireError } from '../contract/errors.ts'
import { noUsage } from '../contract/fold.ts'
import type { Message, ToolCallPart, ToolMessage } from '../contract/messages.ts'
import type { Storage } from '../storage/types.ts'

const PAGE = 50

type Deps = { storage: Storage; clock: Clock }

/** Whether the newest turn has no ending: it runs, or it died with its process. */
export function isUnfinished({ storage }: Pick<Deps, 'storage'>, sessionId: string): boolean {
  const newest = storage.messages.page({ sessionId, before: undefined, limit: 1 }).messages[0]
  if (newest === undefined || newest.role === 'ending') return false
  // A summary somebody asked for belongs to no turn.
  return newest.role !== 'summary' || newest.turnId !== ''
}

/** Closes a turn whose process died: it ends with `error`, because nobody asked for the stop. */
export function recover(deps: Deps, sessionId: string): void {
  if (!isUnfinished(deps, sessionId)) return
  closeTurn(deps, sessionId, { stopReason: 'error', error: wireError('session.interrupted') })
}

/** Ends the newest turn, whose later part a rewind or a fork left out. */
export function endCutTurn(deps: Deps, sessionId: string): void {
  if (isUnfinished(deps, sessionId)) closeTurn(deps, sessionId, { stopReason: 'cancelled' })
}

/** Results for the newest turn's calls that have none. */
export function resultsOfOpenCalls({ storage, clock }: Deps, sessionId: string): ToolMessage[] {
  return openCalls(newestTurn(storage, sessionId)).map(({ toolCallId, name, turnId }) => {
    const createdAt = clock.now()
    const text = 'Interrupted: MewCode stopped before this call had a result. It may have done part of its work.'
    return {
      role: 'tool',
      id: newId(createdAt),
      turnId,
      createdAt,
      toolCallId,
      name,
      content: [{ type: 'text', text }],
      isError: true,
      durationMs: 0,
      meta: { interrupted: true },
    }
  })
}

function closeTurn(deps: Deps, sessionId: string, ending: { stopReason: StopReason; error?: WireError }): void {
  const { storage, clock } = deps
  const turn = newestTurn(storage, sessionId)
  const turnId = turn[0]?.turnId
  const lastSeq = storage.sessions.get(sessionId)?.lastSeq
  if (turnId === undefined || lastSeq === undefined) return
  for (const result of resultsOfOpenCalls(deps, sessionId)) storage.messages.append(sessionId, result, { lastSeq })
  const createdAt = clock.now()
  storage.messages.append(sessionId, { role: 'ending', id: newId(createdAt), turnId, createdAt, ...soFar(turn), ...ending }, { lastSeq })
  storage.waiting.clear(sessionId)
}

/** What a turn has cost, and how long it has been at work. */
export function soFar(turn: readonly Message[]): { usage: Usage; durationMs: number } {
  const usage = turn.reduce((sum, message) => (message.role === 'assistant' && message.usage ? addUsage(sum, message.usage) : sum), noUsage)
  return { usage, durationMs: Math.max(0, (turn.at(-1)?.createdAt ?? 0) - (turn[0]?.createdAt ?? 0)) }
}

export function newestTurn(storage: Storage, sessionId: string): readonly Message[] {
  const messages: Message[] = []
  for (let before: string | undefined; ; before = messages[0]?.id) {
    const page = storage.messages.page({ sessionId, before, limit: PAGE })
    messages.unshift(...page.messages)
    const turnId = messages.at(-1)?.turnId
    const other = messages.findLastIndex((message) => message.turnId !== turnId)
    if (other >= 0 || !page.hasMore) return messages.slice(other + 1)
  }
}

/** A call of the newest turn. */
export function storedCall(storage: Storage, sessionId: string, toolCallId: string): ToolCallPart | undefined {
  return callsOf(newestTurn(storage, sessionId)).find((call) => call.toolCallId === toolCallId)
}

export function openCalls(turn: readonly Message[]): (ToolCallPart & { turnId: string })[] {
  const answered = new Set(turn.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])))
  return callsOf(turn).filter(({ toolCallId }) => !answered.has(toolCallId))
}

function callsOf(turn: readonly Message[]): (ToolCallPart & { turnId: string })[] {
  const answers = turn.filter((message) => message.role === 'assistant')
  return answers.flatMap(({ turnId, parts }) => parts.flatMap((part) => (part.type === 'tool_call' ? [{ ...part, turnId }] : [])))
}
