import type { RawBlocks } from '../../contract/messages.ts'
import type { Assembler, AssemblerContext } from '../assembler.ts'
import { classifyFailure } from '../classify.ts'
import { countOf, isObject, listOf, objectOf, parseJson, replayableArguments, stringOf, type JsonObject } from '../json.ts'
import type { SseEvent } from '../sse.ts'
import { ProviderError, type ModelStop, type StreamEvent } from '../types.ts'
import { CallCollector } from './calls.ts'
import { createReasoningDetails } from './reasoning-details.ts'

/** Chat completion chunks → our events. `[DONE]` is the terminal event; the presence of calls decides, not the finish word. */
export function createOpenAIAssembler(context: AssemblerContext): Assembler {
  const collector = new CallCollector((vendorId) => context.callId(vendorId))
  let usage: JsonObject | undefined
  let content = ''
  let reasoning = ''
  const details = createReasoningDetails()
  let refusal = ''
  let finish = ''
  let isFinished = false

  function* push({ data, complete }: SseEvent): Generator<StreamEvent> {
    if (data.trim() === '[DONE]') {
      isFinished = true
      yield* end()
      return
    }
    const chunk = parseJson(data)
    if (!isObject(chunk)) {
      if (!complete) throw new ProviderError('truncated', 'the answer broke off in the middle of an event', { retryable: true })
      throw new ProviderError('protocol', 'an event of the answer is no JSON object')
    }
    if (chunk['error']) throw classifyFailure({ status: undefined, body: chunk })
    // Some servers count with every chunk: the last one has the totals.
    if (isObject(chunk['usage'])) usage = chunk['usage']
    const choice = objectOf(listOf(chunk['choices'])[0])
    finish = stringOf(choice['finish_reason']) || finish
    yield* grow(isObject(choice['delta']) ? choice['delta'] : objectOf(choice['message']))
  }

  function* grow(delta: JsonObject): Generator<StreamEvent> {
    details.take(delta['reasoning_details'])
    const thought = stringOf(delta['reasoning_content']) || stringOf(delta['reasoning'])
    if (thought !== '') {
      if (stringOf(delta['reasoning_content']) !== '') reasoning += thought
      yield { type: 'thinking', text: thought }
    }
    const text = textOf(delta['content'])
    content += text
    if (text !== '') yield { type: 'text', text }
    const refused = stringOf(delta['refusal'])
    refusal += refused
    if (refused !== '') yield { type: 'text', text: refused }
    for (const piece of listOf(delta['tool_calls'])) yield preparing(objectOf(piece))
    if (isObject(delta['function_call'])) yield preparing({ index: 0, function: delta['function_call'] })
  }

  function preparing(piece: JsonObject): StreamEvent {
    const call = collector.take(piece)
    return { type: 'tool_preparing', toolCallId: call.id, name: call.name, bytes: call.bytes, argumentsSoFar: call.arguments }
  }

  function* end(): Generator<StreamEvent> {
    if (usage) {
      const counted = countUsage(usage)
      context.checkRead?.(counted.inputTokens + counted.cacheReadTokens + counted.cacheWriteTokens)
      yield { type: 'usage', usage: { ...counted, costUsd: context.costUsd(counted) } }
    }
    const { calls } = collector
    if (calls.length > 0) {
      yield { type: 'tool_calls', calls: calls.map((call) => ({ toolCallId: call.id, name: call.name, argumentsText: call.arguments })) }
    }
    yield { type: 'done', stopReason: stop(calls.length > 0), raw: toRaw(), ...context.requestId() }
  }

  function stop(hasCalls: boolean): ModelStop {
    const said = stops.get(finish)
    if (said) return said
    if (hasCalls) return 'tool_use'
    return refusal === '' ? 'end_turn' : 'refusal'
  }

  function toRaw(): RawBlocks {
    const text = content + refusal
    const message = {
      role: 'assistant',
      content: text.trim() === '' ? null : text,
      ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
      ...(details.list.length > 0 ? { reasoning_details: details.list } : {}),
      ...(collector.calls.length > 0
        ? {
            tool_calls: collector.calls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: replayableArguments(call.arguments) },
            })),
          }
        : {}),
    }
    return { protocol: 'openai', provider: context.provider, model: context.model, blocks: [message] }
  }

  return { push, isFinished: () => isFinished }
}

/** A string, or with some servers a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => stringOf(objectOf(part)['text']))
    .join('')
}

/** `prompt_tokens` holds the cached ones too; ours does not. DeepSeek names the cached ones differently. */
function countUsage(said: JsonObject): { inputTokens: number; outputTokens: number; cacheReadTokens: number; cacheWriteTokens: number } {
  const details = objectOf(said['prompt_tokens_details'])
  const cacheReadTokens = countOf(details['cached_tokens']) ?? countOf(said['prompt_cache_hit_tokens']) ?? 0
  const cacheWriteTokens = countOf(details['cache_write_tokens']) ?? 0
  return {
    inputTokens: Math.max(0, (countOf(said['prompt_tokens']) ?? 0) - cacheReadTokens - cacheWriteTokens),
    outputTokens: countOf(said['completion_tokens']) ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  }
}

const stops: ReadonlyMap<string, ModelStop> = new Map<string, ModelStop>([
  ['length', 'max_tokens'],
  ['max_tokens', 'max_tokens'],
  ['content_filter', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
])
