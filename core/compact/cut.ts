import type { Message } from '../contract/messages.ts'
import type { Budget } from './budget.ts'
import type { Estimator } from '../llm/index.ts'

export interface Cut {
  /** What the summary is made from, an earlier summary included. */
  readonly head: readonly Message[]
  /** What stays, as it was stored. */
  readonly tail: readonly Message[]
}

/**
 * Where a conversation can be cut so that calls and their results stay together; undefined when nothing that is not kept
 * has been said since the last summary.
 */
export function cut(messages: readonly Message[], keep: Budget['tail'], estimate: Estimator): Cut | undefined {
  const groups = groupsOf(messages)
  let tokens = 0
  let count = 0
  let from = groups.length
  for (; from > 0 && (tokens < keep.tokens || count < keep.messages); from -= 1) {
    const group = groups[from - 1] ?? []
    const size = estimate.messages(group)
    // A prompt that waits for its answer stays, whatever its size.
    const isWaiting = from === groups.length && group[0]?.role === 'user'
    if (tokens + size > keep.atMost && !isWaiting) break
    tokens += size
    count += group.filter(({ role }) => role !== 'aside' && role !== 'reminder' && role !== 'ending').length
  }
  const head = groups.slice(0, from).flat()
  if (!head.some(({ role }) => role === 'user' || role === 'assistant')) return undefined
  return { head, tail: groups.slice(from).flat() }
}

/** A prompt, or an answer with everything up to the last result of its calls. */
function groupsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  const groups: Message[][] = []
  const open = new Set<string>()
  for (const message of messages) {
    const begins = message.role === 'assistant' || (message.role === 'user' && open.size === 0)
    const last = groups.at(-1)
    if (last && !begins) last.push(message)
    else groups.push([message])
    if (message.role === 'assistant') open.clear()
    if (message.role === 'assistant') for (const part of message.parts) if (part.type === 'tool_call') open.add(part.toolCallId)
    if (message.role === 'tool') open.delete(message.toolCallId)
  }
  return groups
}
