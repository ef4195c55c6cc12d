import { contentText } from '../contract/content-text.ts'
import type { AssistantPart, Message } from '../contract/messages.ts'

/** The conversation in the lines of Claude Code's session files, for scripts that look there. Thinking, reminders and pictures stay out. */
export function writeHookLines(messages: readonly Message[], { sessionId, cwd }: { sessionId: string; cwd: string }): string {
  return messages
    .flatMap((message) => {
      const said = toLine(message)
      return said
        ? [`${JSON.stringify({ ...said, uuid: message.id, sessionId, cwd, timestamp: new Date(message.createdAt).toISOString() })}\n`]
        : []
    })
    .join('')
}

function toLine(message: Message): object | undefined {
  switch (message.role) {
    case 'user':
      return { type: 'user', message: { role: 'user', content: message.text } }
    case 'summary':
      return { type: 'user', isCompactSummary: true, message: { role: 'user', content: message.text } }
    case 'assistant':
      return { type: 'assistant', message: { role: 'assistant', model: message.model, content: message.parts.flatMap(toBlock) } }
    case 'tool': {
      const { toolCallId, content, isError } = message
      return {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: toolCallId, content: contentText(content), is_error: isError }],
        },
      }
    }
    default:
      return undefined
  }
}

function toBlock(part: AssistantPart): object[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type === 'tool_call') return [{ type: 'tool_use', id: part.toolCallId, name: part.name, input: part.input }]
  return []
}
