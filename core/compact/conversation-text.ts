import { contentText } from '../contract/content-text.ts'
import type { AssistantMessage, Message, ToolMessage, UserMessage } from '../contract/messages.ts'

/**
 * A conversation as one text for a model to sum up. As text no call can lose its result, whatever is left out; what the
 * model thought is never part of it. Pieces over `pieceChars` keep their beginning and end.
 */
export function conversationText(messages: readonly Message[], pieceChars: number): string {
  return messages.flatMap((message) => piecesOf(message).map((piece) => shorten(piece, pieceChars))).join('\n\n')
}

function piecesOf(message: Message): string[] {
  switch (message.role) {
    case 'user':
      return [userText(message)]
    case 'assistant':
      return assistantTexts(message)
    case 'tool':
      return [resultText(message)]
    case 'summary':
      return [`## Summary of what came before\n${message.text}`]
    case 'aside':
    case 'reminder':
    case 'ending':
      return []
  }
}

function userText({ text, expanded = text, attachments }: UserMessage): string {
  const files = attachments.map((one) => (one.media ? `(attached: ${one.name})` : `(attached: ${one.name})\n${one.text}`))
  return ['## User', expanded, ...files].join('\n')
}

function assistantTexts({ parts }: AssistantMessage): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [`## Assistant\n${part.text}`]
    return part.type === 'tool_call' ? [`## Call of ${part.name}\n${JSON.stringify(part.input)}`] : []
  })
}

function resultText({ name, content, isError }: ToolMessage): string {
  const media = content.flatMap((block) => (block.type === 'text' ? [] : [`(${block.type})`]))
  return [`## ${isError ? 'Error' : 'Result'} of ${name}`, contentText(content), ...media].join('\n')
}

function shorten(piece: string, chars: number): string {
  if (piece.length <= chars) return piece
  const half = Math.floor(chars / 2)
  return `${piece.slice(0, half)}\n(${piece.length - 2 * half} characters left out)\n${piece.slice(-half)}`.toWellFormed()
}
