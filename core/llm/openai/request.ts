import { capabilities } from '../facts.ts'
import { isNotBlank, readHistory, type AssistantExchange, type Exchange, type Reader } from '../history.ts'
import { isObject, listOf, objectOf, parseJson, stringOf, type JsonObject } from '../json.ts'
import { dataUrl, fileName, noMedia, wordsOf, type Media, type MediaPiece, type Piece } from '../media.ts'
import type { ModelRequest } from '../types.ts'
import { samplingFields, thinkingFields } from './optional.ts'

export interface OpenAIBody extends JsonObject {
  readonly model: string
  readonly messages: readonly JsonObject[]
}

export interface OpenAIDialect {
  readonly provider: string
  /** `max_completion_tokens` where the vendor refuses the older `max_tokens`; most other servers know only that. */
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens'
  readonly media?: Media
}

/** The request body for chat completions: one system message, contents as plain strings, which every compatible server takes, as long as there is nothing to show. */
export function prepareOpenAI(request: ModelRequest, { provider, outputLimit, media = noMedia }: OpenAIDialect): OpenAIBody {
  const exchanges = readHistory(request.messages, { protocol: 'openai', provider, model: request.model, media, isReplayable })
  const system = [request.system.stable, request.system.environment].filter(isNotBlank).join('\n\n')
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))
  return {
    model: request.model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system.toWellFormed() }]), ...exchanges.flatMap(toMessages)],
    ...(tools.length > 0 ? { tools } : {}),
    [outputLimit]: request.maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...thinkingFields(request),
    ...samplingFields(request, capabilities(request.model)),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...(request.stop && request.stop.length > 0 ? { stop: request.stop } : {}),
  }
}

function toMessages(exchange: Exchange): readonly JsonObject[] {
  if (exchange.role === 'assistant') return [assistantMessage(exchange), ...resultMessages(exchange)]
  const { content, reminders } = exchange
  const prompt = content.length > 0 ? [userContent(content)] : []
  return [...prompt, ...reminders].map((said) => ({ role: 'user', content: said }))
}

function userContent(content: readonly Piece[]): string | readonly JsonObject[] {
  const words = wordsOf(content, '\n\n')
  const shown = content.filter(isMedia).map(part)
  if (shown.length === 0) return words
  return [...shown, ...(words === '' ? [] : [{ type: 'text', text: words }])]
}

function part(piece: MediaPiece): JsonObject {
  if (piece.block.type === 'image') return { type: 'image_url', image_url: { url: dataUrl(piece) } }
  return { type: 'file', file: { filename: fileName(piece.block.name), file_data: dataUrl(piece) } }
}

function isMedia(piece: Piece): piece is MediaPiece {
  return piece.type === 'media'
}

function assistantMessage({ raw, texts, calls }: AssistantExchange): JsonObject {
  if (raw?.[0]) return raw[0]
  return {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('\n\n') : null,
    ...(calls.length > 0
      ? { tool_calls: calls.map(({ id, name, input }) => ({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } })) }
      : {}),
  }
}

/** A tool message holds words alone: what a result shows follows as the user's once all calls of the step are answered. */
function resultMessages({ calls }: AssistantExchange): readonly JsonObject[] {
  const results = calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: wordsOf(result.content, '\n') || shownBelow }))
  const shown = calls.flatMap(({ id, name, result }) => {
    const parts = result.content.filter(isMedia).map(part)
    return parts.length > 0 ? [{ type: 'text', text: `What ${name} showed (call ${id}):` }, ...parts] : []
  })
  return shown.length > 0 ? [...results, { role: 'user', content: shown }] : results
}

const shownBelow = '(shown in the message after the results)'

/** Our raw form is the one assistant message as it was assembled. */
const isReplayable: Reader['isReplayable'] = (blocks, callIds) => {
  const [message] = blocks
  if (!message || blocks.length !== 1 || message['role'] !== 'assistant') return false
  const calls = listOf(message['tool_calls']).map(objectOf)
  const hasContent = typeof message['content'] === 'string' && isNotBlank(message['content'])
  return (
    (hasContent || (message['content'] === null && calls.length > 0)) &&
    (message['reasoning_content'] === undefined || typeof message['reasoning_content'] === 'string') &&
    (message['tool_calls'] === undefined || calls.length > 0) &&
    calls.length === callIds.length &&
    calls.every((call, index) => call['id'] === callIds[index] && isSoundFunction(objectOf(call['function'])))
  )
}

function isSoundFunction(called: JsonObject): boolean {
  return /^[\w-]{1,64}$/.test(stringOf(called['name'])) && isObject(parseJson(stringOf(called['arguments'])))
}
