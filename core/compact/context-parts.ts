import type { ContextPart, ContextUse } from '../contract/context.ts'
import type { AssistantMessage, Message, ToolCallPart } from '../contract/messages.ts'
import type { ModelRequest } from '../llm/types.ts'
import type { Estimator } from '../llm/index.ts'

interface Sent {
  readonly messages: readonly Message[]
  readonly request: Pick<ModelRequest, 'system' | 'tools'>
  /** Pieces of the system text, by kind. */
  readonly pieces: readonly { readonly kind: string; readonly text: string }[]
}

/** Kinds of pieces that are told apart; the rest is `system`. */
const namedKinds = ['instructions', 'memory', 'skills'] as const

/** What a request is made of, by kind, in the order it is sent; kinds without anything are left out. */
export function contextParts({ messages, request, pieces }: Sent, estimate: Estimator): ContextPart[] {
  const texts = messages.map(withoutMedia)
  const named = namedKinds.map((part) => ({
    part,
    tokens: pieces.reduce((sum, { kind, text }) => sum + (kind === part ? estimate.text(text) : 0), 0),
  }))
  const system = estimate.request({ system: request.system, tools: [] }) - named.reduce((sum, { tokens }) => sum + tokens, 0)
  const sizes: ContextPart[] = [
    { part: 'system', tokens: Math.max(0, system) },
    { part: 'tools', tokens: estimate.request({ system: { stable: '', environment: '' }, tools: request.tools }) },
    ...named,
    { part: 'history', tokens: estimate.messages(texts.filter(({ role }) => role !== 'tool')) },
    { part: 'results', tokens: estimate.messages(texts.filter(({ role }) => role === 'tool')) },
    { part: 'images', tokens: Math.max(0, estimate.messages(messages) - estimate.messages(texts)) },
  ]
  return sizes.filter(({ tokens }) => tokens > 0)
}

/** The largest tool results, largest first. */
export function largestResults(messages: readonly Message[], estimate: Estimator, count: number): ContextUse['largest'] {
  const answers = messages.filter((message): message is AssistantMessage => message.role === 'assistant')
  const calls = new Map(
    answers.flatMap(({ turnId, parts }) =>
      parts.flatMap((part) => (part.type === 'tool_call' ? [[`${turnId} ${part.toolCallId}`, part] as const] : [])),
    ),
  )
  return messages
    .flatMap((message) => {
      if (message.role !== 'tool') return []
      const { toolCallId, turnId, name } = message
      return [{ toolCallId, turnId, name, about: aboutOf(calls.get(`${turnId} ${toolCallId}`)), tokens: estimate.messages([message]) }]
    })
    .toSorted((a, b) => b.tokens - a.tokens)
    .slice(0, count)
}

const ABOUT_CHARS = 200

/** The argument that says most: what it is about, whatever the tool. */
function aboutOf(call: ToolCallPart | undefined): string {
  const { input } = call ?? {}
  if (typeof input !== 'object' || input === null) return ''
  const first = Object.values(input).find((value) => typeof value === 'string')
  return typeof first === 'string' ? first.slice(0, ABOUT_CHARS).toWellFormed() : ''
}

function withoutMedia(message: Message): Message {
  if (message.role === 'user') return { ...message, attachments: message.attachments.filter(({ media }) => !media) }
  return message.role === 'tool' ? { ...message, content: message.content.filter(({ type }) => type === 'text') } : message
}
