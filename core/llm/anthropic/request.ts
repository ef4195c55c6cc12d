import { isNotBlank, readHistory, type AssistantExchange, type Exchange, type Reader, type UserExchange } from '../history.ts'
import { isObject, stringOf, type JsonObject } from '../json.ts'
import { fileName, noMedia, type Media, type MediaPiece, type Piece } from '../media.ts'
import type { ModelRequest } from '../types.ts'
import { createMarker, markLast, markTurns, type Marker } from './marks.ts'
import { optionalFields } from './thinking.ts'

export interface AnthropicBody extends JsonObject {
  readonly model: string
  readonly max_tokens: number
  readonly stream: true
  readonly system?: readonly JsonObject[]
  readonly tools?: readonly JsonObject[]
  readonly messages: readonly AnthropicMessage[]
}

/** What a first refusal made of the request, and what it shows. */
export interface AnthropicMending {
  readonly media?: Media
  /** The vendor is to drop thinking that is bound to another conversation. */
  readonly dropsUnboundThinking?: boolean
  /** No thinking goes back at all: the vendor takes it for changed. */
  readonly withoutThinking?: boolean
}

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonObject[]
}

/** The request body for the Messages API. Roles alternate, and no more than four blocks carry a cache mark. */
export function prepareAnthropic(request: ModelRequest, provider: string, mending: AnthropicMending = {}): AnthropicBody {
  const { dropsUnboundThinking = false, withoutThinking = false, media = noMedia } = mending
  const mark = createMarker(request.cacheTtl)
  const fields = optionalFields(request, { dropsUnboundThinking })
  // Where no thinking field is sent, there is none to carry the wish.
  const strips = withoutThinking || (dropsUnboundThinking && !('thinking' in fields))
  const exchanges = readHistory(request.messages, { protocol: 'anthropic', provider, model: request.model, media, isReplayable })
  const system = systemBlocks(request.system, mark)
  const tools = request.tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }))
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    stream: true,
    ...(system.length > 0 ? { system } : {}),
    ...(tools.length > 0 ? { tools: markLast(tools, mark) } : {}),
    messages: markTurns(alternating(strips ? exchanges.map(plain) : exchanges), mark),
    ...fields,
  }
}

/** The mark goes on the part that all projects share: what depends on this one lies under the marks of the messages. */
function systemBlocks({ stable, environment }: ModelRequest['system'], mark: Marker): readonly JsonObject[] {
  const blocks = [stable, environment].filter(isNotBlank).map((text): JsonObject => ({ type: 'text', text: text.toWellFormed() }))
  return blocks.map((block, index) => (index === 0 ? mark(block) : block))
}

function plain(exchange: Exchange): Exchange {
  if (exchange.role === 'user' || !exchange.raw) return exchange
  return { ...exchange, raw: exchange.raw.filter((block) => block['type'] !== 'thinking' && block['type'] !== 'redacted_thinking') }
}

function alternating(exchanges: readonly Exchange[]): readonly AnthropicMessage[] {
  const messages: { role: 'user' | 'assistant'; content: readonly JsonObject[] }[] = []
  for (const exchange of exchanges) {
    add(exchange.role, exchange.role === 'user' ? userBlocks(exchange) : assistantBlocks(exchange))
    if (exchange.role === 'assistant' && exchange.calls.length > 0) add('user', resultBlocks(exchange))
  }
  return messages

  function add(role: 'user' | 'assistant', blocks: readonly JsonObject[]): void {
    const last = messages.at(-1)
    if (last?.role === role) last.content = [...last.content, ...blocks]
    else messages.push({ role, content: blocks })
  }
}

function userBlocks({ content, reminders }: UserExchange): readonly JsonObject[] {
  return [...content.map(block), ...reminders.map((text) => ({ type: 'text', text }))]
}

function block(piece: Piece): JsonObject {
  return piece.type === 'text' ? piece : mediaBlock(piece)
}

function mediaBlock({ block: shown, data }: MediaPiece): JsonObject {
  const source = { type: 'base64', media_type: shown.mediaType, data }
  return shown.type === 'image' ? { type: 'image', source } : { type: 'document', source, title: fileName(shown.name) }
}

function assistantBlocks({ raw, texts, calls }: AssistantExchange): readonly JsonObject[] {
  if (raw) return raw.every(isSayable) ? raw : raw.filter(isSayable)
  const uses = calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
  return [...texts.map((text) => ({ type: 'text', text })), ...uses]
}

function resultBlocks({ calls }: AssistantExchange): readonly JsonObject[] {
  return calls.map(({ id, result }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: result.content.map(result.isError ? wordsOnly : block),
    ...(result.isError ? { is_error: true } : {}),
  }))
}

/** The vendor takes nothing but words in a result that tells of an error. */
function wordsOnly(piece: Piece): JsonObject {
  return piece.type === 'text' ? block(piece) : { type: 'text', text: `[Left out of an error: ${piece.block.mediaType}]` }
}

const isReplayable: Reader['isReplayable'] = (blocks, callIds) => {
  const uses = blocks.filter((block) => block['type'] === 'tool_use')
  const kept = blocks.filter(isSayable)
  return (
    kept.every(isVendorBlock) &&
    // A message that ends in thinking, or holds nothing else, is refused.
    !isThinking(kept.at(-1)) &&
    uses.length === callIds.length &&
    uses.every((use, index) => use['id'] === callIds[index])
  )
}

/** The vendor makes blank texts and takes none. */
function isSayable(block: JsonObject): boolean {
  return block['type'] !== 'text' || isNotBlank(stringOf(block['text']))
}

function isVendorBlock(block: JsonObject): boolean {
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string'
    case 'tool_use':
      return isObject(block['input']) && /^[\w-]{1,64}$/.test(stringOf(block['name']))
    case 'thinking':
      return typeof block['thinking'] === 'string' && stringOf(block['signature']) !== ''
    case 'redacted_thinking':
      return typeof block['data'] === 'string'
    case 'tool_result':
    case 'image':
    case 'document':
      return false
    default:
      return stringOf(block['type']) !== ''
  }
}

function isThinking(block: JsonObject | undefined): boolean {
  return block === undefined || block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
}
