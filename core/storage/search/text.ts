import { contentText } from '../../contract/content-text.ts'
import type { Message } from '../../contract/messages.ts'

/** Characters of a prompt or an answer, and of a call's arguments or a tool's text, that can be found. */
const MAX_SPOKEN = 100_000
const MAX_TOOL = 4_000

/** What of a message people search: nothing of reminders, thinking and summaries. Empty: the message is never found. */
export function searchText(message: Message): string {
  switch (message.role) {
    case 'user':
      return cut([message.text, ...message.attachments.map(({ name }) => name)].join('\n'), MAX_SPOKEN)
    case 'assistant':
      return message.parts
        .flatMap((part) => {
          if (part.type === 'text') return [cut(part.text, MAX_SPOKEN)]
          return part.type === 'tool_call' ? [cut(valuesOf(part.input), MAX_TOOL)] : []
        })
        .join('\n')
    case 'tool':
      return cut(contentText(message.content), MAX_TOOL)
    case 'aside':
    case 'reminder':
    case 'summary':
    case 'ending':
      return ''
  }
}

/** Letters of both cases read as one. The text keeps its length, so that a place in one is a place in the other. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')
}

/** The index's tokenizer stops at a NUL. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replaceAll('\u0000', ' ')
}

/** A call's arguments as a person reads them, without the names. */
function valuesOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(valuesOf).join(' ')
}
