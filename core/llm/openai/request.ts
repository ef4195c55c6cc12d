import { capabilities } from '../facts.ts'
import { isNotBlank, readHistory, type AssistantExchange, type Exchange, type Reader } from '../history.ts'
import { isObject, listOf, objectOf, parseJson, stringOf, type JsonObject } from '../json.ts'
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
}

/** The request body for chat completions: one system message, contents as plain strings, which every compatible server takes. */
export function prepareOpenAI(request: ModelRequest, { provider, outputLimit }: OpenAIDialect): OpenAIBody {
  const exchanges = readHistory(request.messages, { protocol: 'openai', provider, model: request.model, isReplayable })
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
  const { texts, reminders } = exchange
  const prompt = texts.length > 0 ? [texts.join('\n\n')] : []
  return [...prompt, ...reminders].map((content) => ({ role: 'user', content }))
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

function resultMessages({ calls }: AssistantExchange): readonly JsonObject[] {
  return calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result.texts.join('\n') }))
}

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
