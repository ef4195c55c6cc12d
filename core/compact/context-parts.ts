import type { ContextPart, ContextUse } from '../contract/context.ts'
import type { AssistantMessage, Message, ToolMessage, ToolCallPart } from '../contract/messages.ts'
import type { ModelRequest } from '../llm/types.ts'
import type { Estimator } from '../llm/index.ts'

/** What a request is made of, by kind, in the order it is sent; kinds without anything are left out. */
export function contextParts(
  { messages, request }: { messages: readonly Message[]; request: Pick<ModelRequest, 'system' | 'tools'> },
  estimate: Estimator,
): ContextPart[] {
  const results = messages.filter((message) => message.role === 'tool')
  const texts = results.map(withoutMedia)
  const sizes: ContextPart[] = [
    { part: 'system', tokens: estimate.request({ system: request.system, tools: [] }) },
    { part: 'tools', tokens: estimate.request({ system: { stable: '', environment: '' }, tools: request.tools }) },
    { part: 'history', tokens: estimate.messages(messages.filter(({ role }) => role !== 'tool')) },
    { part: 'results', tokens: estimate.messages(texts) },
    { part: 'images', tokens: Math.max(0, estimate.messages(results) - estimate.messages(texts)) },
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

function withoutMedia(message: ToolMessage): ToolMessage {
  return { ...message, content: message.content.filter(({ type }) => type === 'text') }
}
