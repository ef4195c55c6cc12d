import type { RawBlocks } from '../../contract/messages.ts'
import type { Assembler, AssemblerContext } from '../assembler.ts'
import { classifyFailure } from '../classify.ts'
import { countOf, isObject, listOf, objectOf, parseJson, replayableArguments, stringOf, type JsonObject } from '../json.ts'
import type { SseEvent } from '../sse.ts'
import { ProviderError, type ModelCall, type ModelStop, type StreamEvent } from '../types.ts'

/** A call whose arguments are streaming. */
interface OpenCall {
  readonly id: string
  readonly name: string
  text: string
  bytes: number
}

/** Responses events → our events. What counts is each item as its `output_item.done` has it, not the joined pieces. */
export function createResponsesAssembler(context: AssemblerContext): Assembler {
  const items = new Map<number, JsonObject>()
  const calls = new Map<number, OpenCall>()
  /** Outputs of which some text was shown already. */
  const shown = new Set<number>()
  let isFinished = false

  function* push({ data, complete }: SseEvent): Generator<StreamEvent> {
    if (data.trim() === '[DONE]') return
    const event = parseJson(data)
    if (!isObject(event)) {
      if (!complete) throw new ProviderError('truncated', 'the answer broke off in the middle of an event', { retryable: true })
      throw new ProviderError('protocol', 'an event of the answer is no JSON object')
    }
    const index = countOf(event['output_index']) ?? 0
    switch (event['type']) {
      case 'response.output_item.added':
        yield* begin(index, objectOf(event['item']))
        return
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield* say('text', index, stringOf(event['delta']))
        return
      case 'response.reasoning_summary_part.added':
        // A summary's parts are paragraphs.
        if (shown.has(index)) yield { type: 'thinking', text: '\n\n' }
        return
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield* say('thinking', index, stringOf(event['delta']))
        return
      case 'response.function_call_arguments.delta':
        yield* grow(calls.get(index), stringOf(event['delta']))
        return
      case 'response.output_item.done':
        yield* settle(index, objectOf(event['item']))
        return
      case 'response.completed':
      case 'response.incomplete':
        isFinished = true
        yield* finish(objectOf(event['response']))
        return
      case 'response.failed':
        throw classifyFailure({ status: undefined, body: { error: objectOf(objectOf(event['response'])['error']) } })
      case 'error':
        throw classifyFailure({ status: undefined, body: isObject(event['error']) ? event : { error: event } })
    }
  }

  function* say(type: 'text' | 'thinking', index: number, text: string): Generator<StreamEvent> {
    if (text === '') return
    shown.add(index)
    yield { type, text }
  }

  function* begin(index: number, item: JsonObject): Generator<StreamEvent> {
    if (item['type'] !== 'function_call' || calls.has(index)) return
    const call: OpenCall = { id: context.callId(stringOf(item['call_id'])), name: stringOf(item['name']), text: '', bytes: 0 }
    calls.set(index, call)
    yield preparing(call)
  }

  function* grow(call: OpenCall | undefined, piece: string): Generator<StreamEvent> {
    if (!call || piece === '') return
    call.text += piece
    call.bytes += Buffer.byteLength(piece)
    yield preparing(call)
  }

  function* settle(index: number, item: JsonObject): Generator<StreamEvent> {
    if (item['type'] === 'function_call') {
      yield* begin(index, item)
      items.set(index, { ...item, call_id: calls.get(index)?.id })
      return
    }
    items.set(index, item)
    // A server that streams no pieces still says it.
    if (item['type'] === 'message' && !shown.has(index)) yield* say('text', index, textOf(item))
  }

  function* finish(response: JsonObject): Generator<StreamEvent> {
    if (items.size === 0) for (const [index, item] of listOf(response['output']).entries()) yield* settle(index, objectOf(item))
    const usage = isObject(response['usage']) ? countUsage(response['usage']) : undefined
    if (usage) yield { type: 'usage', usage: { ...usage, costUsd: context.costUsd(usage) } }
    const output = [...items.entries()].toSorted(([a], [b]) => a - b).map(([, item]) => item)
    const made = output.filter((item) => item['type'] === 'function_call').map(toCall)
    if (made.length > 0) yield { type: 'tool_calls', calls: made }
    yield { type: 'done', stopReason: stopOf(response, output), raw: toRaw(output), ...context.requestId() }
  }

  function toRaw(output: readonly JsonObject[]): RawBlocks {
    const blocks = output.map((item) =>
      item['type'] === 'function_call' ? { ...item, arguments: replayableArguments(stringOf(item['arguments'])) } : item,
    )
    return { protocol: 'openai-responses', provider: context.provider, model: context.model, blocks }
  }

  return { push, isFinished: () => isFinished }
}

function preparing(call: OpenCall): StreamEvent {
  return { type: 'tool_preparing', toolCallId: call.id, name: call.name, bytes: call.bytes, argumentsSoFar: call.text }
}

function toCall(item: JsonObject): ModelCall {
  return { toolCallId: stringOf(item['call_id']), name: stringOf(item['name']), argumentsText: stringOf(item['arguments']) }
}

function textOf(item: JsonObject): string {
  return listOf(item['content'])
    .map((part) => stringOf(objectOf(part)['text']) || stringOf(objectOf(part)['refusal']))
    .join('')
}

function stopOf(response: JsonObject, output: readonly JsonObject[]): ModelStop {
  const reason = stringOf(objectOf(response['incomplete_details'])['reason'])
  if (reason === 'content_filter') return 'content_filter'
  if (reason !== '' || response['status'] === 'incomplete') return 'max_tokens'
  if (output.some((item) => item['type'] === 'function_call')) return 'tool_use'
  const parts = output.flatMap((item) => listOf(item['content']).map(objectOf))
  return parts.some((part) => part['type'] === 'refusal') ? 'refusal' : 'end_turn'
}

/** `input_tokens` holds the cached ones too; ours does not. */
function countUsage(said: JsonObject): { inputTokens: number; outputTokens: number; cacheReadTokens: number; cacheWriteTokens: number } {
  const details = objectOf(said['input_tokens_details'])
  const cacheReadTokens = countOf(details['cached_tokens']) ?? 0
  const cacheWriteTokens = countOf(details['cache_write_tokens']) ?? 0
  return {
    inputTokens: Math.max(0, (countOf(said['input_tokens']) ?? 0) - cacheReadTokens - cacheWriteTokens),
    outputTokens: countOf(said['output_tokens']) ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
  }
}
