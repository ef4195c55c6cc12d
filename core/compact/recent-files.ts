import type { Message, ToolCallPart } from '../contract/messages.ts'
import type { Budget } from './budget.ts'
import type { Cut } from './cut.ts'
import type { Estimator } from '../llm/index.ts'

/** The file a call reads; undefined for any other call. */
export type PathOf = (call: ToolCallPart) => string | undefined

/** The newest call for each file that was read before the cut and not after it, last read first. */
export function recentReads({ head, tail }: Cut, pathOf: PathOf): ToolCallPart[] {
  const known = new Set(reads(tail, pathOf).map(pathOf))
  return reads(head, pathOf)
    .reverse()
    .filter((call) => {
      const path = pathOf(call)
      const isNew = !known.has(path)
      known.add(path)
      return isNew
    })
}

function reads(messages: readonly Message[], pathOf: PathOf): ToolCallPart[] {
  const failed = new Set(messages.flatMap((message) => (message.role === 'tool' && message.isError ? [message.toolCallId] : [])))
  return messages.flatMap((message) => {
    if (message.role !== 'assistant') return []
    return message.parts.filter(
      (part): part is ToolCallPart => part.type === 'tool_call' && !failed.has(part.toolCallId) && pathOf(part) !== undefined,
    )
  })
}

/** As many of the newest as find room, each cut where it is too long. `read` answers undefined for what cannot be read any more. */
export async function filesAgain(
  calls: readonly ToolCallPart[],
  { read, budget, estimate }: { read: (call: ToolCallPart) => Promise<string | undefined>; budget: Budget['files']; estimate: Estimator },
): Promise<string[]> {
  const files: string[] = []
  let room = budget.tokens
  for (const call of calls) {
    if (files.length === budget.count || room <= 0) break
    const text = await read(call)
    if (text === undefined) continue
    const file = `<file call=${JSON.stringify(call.input)}>\n${fit(text, Math.min(budget.each, room), estimate)}\n</file>`
    files.push(file)
    room -= estimate.text(file)
  }
  return files
}

/** The beginning of a text, whole lines, in about so many tokens. */
export function fit(text: string, tokens: number, estimate: Estimator): string {
  const size = estimate.text(text)
  if (size <= tokens) return text
  const cut = text.slice(0, Math.floor((text.length * tokens) / size))
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0)) || cut}\n(content truncated)`.toWellFormed()
}
