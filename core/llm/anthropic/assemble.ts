import type { Usage } from '../../contract/common.ts'
import type { RawBlocks } from '../../contract/messages.ts'
import type { Assembler, AssemblerContext } from '../assembler.ts'
import { classifyFailure } from '../classify.ts'
import { argumentsObject, countOf, isObject, objectOf, parseJson, stringOf, type JsonObject } from '../json.ts'
import type { SseEvent } from '../sse.ts'
import { ProviderError, type ModelCall, type ModelStop, type StreamEvent } from '../types.ts'

/** A content block as it grows. */
interface Building {
  readonly start: JsonObject
  readonly id: string
  text: string
  thinking: string
  signature: string
  json: string
  jsonBytes: number
  citations: unknown[]
}

/** Messages stream → our events. Block and delta types it does not know are kept where they can be and never fatal. */
export function createAnthropicAssembler(context: AssemblerContext): Assembler {
  const blocks = new Map<number, Building>()
  let usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
  let stopReason = ''
  let stopDetails: JsonObject = {}
  let hasStarted = false
  let isFinished = false

  function* push({ data, complete }: SseEvent): Generator<StreamEvent> {
    const event = parseJson(data)
    if (!isObject(event)) throw notJson(complete)
    switch (event['type']) {
      case 'message_start':
        if (hasStarted) throw new ProviderError('protocol', 'a second message began within one answer')
        hasStarted = true
        takeUsage(objectOf(objectOf(event['message'])['usage']))
        yield usageEvent()
        return
      case 'content_block_start':
        yield* begin(indexOf(event), objectOf(event['content_block']))
        return
      case 'content_block_delta':
        yield* grow(blocks.get(indexOf(event)), objectOf(event['delta']))
        return
      case 'message_delta':
        stopReason = stringOf(objectOf(event['delta'])['stop_reason']) || stopReason
        stopDetails = objectOf(objectOf(event['delta'])['stop_details'])
        takeUsage(objectOf(event['usage']))
        return
      case 'message_stop':
        isFinished = true
        yield* finish()
        return
      case 'error':
        throw classifyFailure({ status: undefined, body: event })
    }
  }

  function* begin(index: number, start: JsonObject): Generator<StreamEvent> {
    const isCall = start['type'] === 'tool_use'
    const block: Building = {
      start,
      id: isCall ? context.callId(stringOf(start['id'])) : '',
      text: stringOf(start['text']),
      thinking: stringOf(start['thinking']),
      signature: stringOf(start['signature']),
      json: '',
      jsonBytes: 0,
      citations: [],
    }
    blocks.set(index, block)
    if (isCall) yield preparing(block)
    if (start['type'] === 'text' && block.text !== '') yield { type: 'text', text: block.text }
    if (start['type'] === 'thinking' && block.thinking !== '') yield { type: 'thinking', text: block.thinking }
  }

  function* grow(block: Building | undefined, delta: JsonObject): Generator<StreamEvent> {
    if (!block) return
    switch (delta['type']) {
      case 'text_delta': {
        const text = stringOf(delta['text'])
        block.text += text
        if (text !== '') yield { type: 'text', text }
        return
      }
      case 'thinking_delta': {
        const text = stringOf(delta['thinking'])
        block.thinking += text
        if (text !== '') yield { type: 'thinking', text }
        return
      }
      case 'signature_delta':
        block.signature += stringOf(delta['signature'])
        return
      case 'citations_delta':
        block.citations.push(delta['citation'])
        return
      case 'input_json_delta': {
        const piece = stringOf(delta['partial_json'])
        block.json += piece
        block.jsonBytes += Buffer.byteLength(piece)
        if (piece !== '' && block.start['type'] === 'tool_use') yield preparing(block)
        return
      }
    }
  }

  function* finish(): Generator<StreamEvent> {
    yield usageEvent()
    const ordered = [...blocks.entries()].toSorted(([a], [b]) => a - b).map(([, block]) => block)
    const calls = ordered.filter((block) => block.start['type'] === 'tool_use').map(toCall)
    if (calls.length > 0) yield { type: 'tool_calls', calls }
    const stop = toStop(stopReason, calls.length > 0)
    yield {
      type: 'done',
      stopReason: stop,
      raw: toRaw(ordered),
      ...context.requestId(),
      ...(stop === 'refusal' && { refusal: refusalOf(stopDetails) }),
    }
  }

  function toRaw(ordered: readonly Building[]): RawBlocks {
    return { protocol: 'anthropic', provider: context.provider, model: context.model, blocks: ordered.map(toBlock) }
  }

  // Counters of `message_delta` are totals of the whole message: they replace, and what is left out or null stays.
  function takeUsage(said: JsonObject): void {
    usage = {
      inputTokens: countOf(said['input_tokens']) ?? usage.inputTokens,
      outputTokens: countOf(said['output_tokens']) ?? usage.outputTokens,
      cacheReadTokens: countOf(said['cache_read_input_tokens']) ?? usage.cacheReadTokens,
      cacheWriteTokens: countOf(said['cache_creation_input_tokens']) ?? usage.cacheWriteTokens,
    }
  }

  function usageEvent(): StreamEvent {
    const counted: Usage = { ...usage, costUsd: context.costUsd(usage) }
    return { type: 'usage', usage: counted }
  }

  return { push, isFinished: () => isFinished }
}

function notJson(complete: boolean): ProviderError {
  if (!complete) return new ProviderError('truncated', 'the answer broke off in the middle of an event', { retryable: true })
  return new ProviderError('protocol', 'an event of the answer is no JSON object')
}

function indexOf(event: JsonObject): number {
  return countOf(event['index']) ?? 0
}

function preparing(block: Building): StreamEvent {
  return {
    type: 'tool_preparing',
    toolCallId: block.id,
    name: stringOf(block.start['name']),
    bytes: block.jsonBytes,
    argumentsSoFar: block.json,
  }
}

function toCall(block: Building): ModelCall {
  return { toolCallId: block.id, name: stringOf(block.start['name']), argumentsText: block.json || givenInput(block.start) }
}

/** Some gateways send the whole input with the block's start. */
function givenInput(start: JsonObject): string {
  const input = objectOf(start['input'])
  return Object.keys(input).length > 0 ? JSON.stringify(input) : ''
}

function toBlock(block: Building): JsonObject {
  const { start } = block
  switch (start['type']) {
    case 'text':
      return { ...start, text: block.text, ...(block.citations.length > 0 ? { citations: block.citations } : {}) }
    case 'thinking':
      return { ...start, thinking: block.thinking, signature: block.signature }
    case 'tool_use':
      return { ...start, id: block.id, input: argumentsObject(block.json || givenInput(start)) }
    default:
      return block.json === '' ? start : { ...start, input: argumentsObject(block.json) }
  }
}

function refusalOf(details: JsonObject): { category: string; explanation: string } {
  return { category: stringOf(details['category']) || '-', explanation: stringOf(details['explanation']) || '-' }
}

function toStop(said: string, hasCalls: boolean): ModelStop {
  const stop = stops.get(said)
  if (stop) return stop
  return hasCalls ? 'tool_use' : 'end_turn'
}

const stops: ReadonlyMap<string, ModelStop> = new Map<string, ModelStop>([
  ['max_tokens', 'max_tokens'],
  ['stop_sequence', 'stop_sequence'],
  ['pause_turn', 'pause_turn'],
  ['refusal', 'refusal'],
  ['model_context_window_exceeded', 'context_window'],
])
