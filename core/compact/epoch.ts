import type { AssistantMessage, Message } from '../contract/messages.ts'

/**
 * What the model is sent of a session: all of `stored` up to the first summary, then the newest summary, what it kept and
 * what came after. Depends on `stored` alone, so a resumed process sends the same bytes.
 */
export function epochMessages(stored: readonly Message[]): readonly Message[] {
  const at = stored.findLastIndex(({ role }) => role === 'summary')
  const summary = stored[at]
  if (summary?.role !== 'summary') return stored
  const from = stored.findIndex(({ id }) => id === summary.keptFrom)
  const kept = from < 0 ? [] : stored.slice(from, at).flatMap(keptMessage)
  return [summary, ...kept, ...stored.slice(at + 1)]
}

/** Reminders were true when they were said; vendors bind thinking to what came before it, and usage counts that too. */
export function keptMessage(message: Message): Message[] {
  switch (message.role) {
    case 'user':
      return [{ ...message, reminders: [] }]
    case 'assistant':
      return [withoutThinking(message)]
    case 'tool':
      return [message]
    case 'aside':
    case 'reminder':
    case 'summary':
    case 'ending':
      return []
  }
}

function withoutThinking({ raw: _raw, usage: _usage, ...message }: AssistantMessage): AssistantMessage {
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'thinking') }
}
