import { capabilities, nearestEffort } from '../facts.ts'
import { isNotBlank, readHistory, type AssistantExchange, type Exchange, type Reader } from '../history.ts'
import { isObject, listOf, objectOf, parseJson, stringOf, type JsonObject } from '../json.ts'
import { dataUrl, fileName, noMedia, wordsOf, type Media, type Piece } from '../media.ts'
import { samplingFields } from '../openai/optional.ts'
import type { ModelCapabilities, ModelRequest } from '../types.ts'

export interface ResponsesBody extends JsonObject {
  readonly model: string
  readonly input: readonly JsonObject[]
}

export interface ResponsesDialect {
  readonly provider: string
  readonly media?: Media
}

/** The vendor refuses less. */
const minOutputTokens = 16

/** The request body for the Responses API: nothing is kept at the vendor, so the whole conversation goes along. */
export function prepareResponses(request: ModelRequest, { provider, media = noMedia }: ResponsesDialect): ResponsesBody {
  const able = capabilities(request.model)
  const exchanges = readHistory(request.messages, { protocol: 'openai-responses', provider, model: request.model, media, isReplayable })
  const instructions = [request.system.stable, request.system.environment].filter(isNotBlank).join('\n\n')
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    parameters: inputSchema,
    // Strict is this API's default and takes only a narrow kind of schema.
    strict: false,
  }))
  return {
    model: request.model,
    ...(instructions === '' ? {} : { instructions: instructions.toWellFormed() }),
    input: exchanges.flatMap(toItems),
    ...(tools.length > 0 ? { tools } : {}),
    max_output_tokens: Math.max(minOutputTokens, request.maxTokens),
    store: false,
    // Sealed, what it thought can go back with the next request.
    ...(able.reasoning ? { include: ['reasoning.encrypted_content'] } : {}),
    ...reasoningField(request, able),
    ...samplingFields(request, able),
    stream: true,
  }
}

function reasoningField({ thinking, effort }: ModelRequest, able: ModelCapabilities): JsonObject {
  const wish = nearestEffort(effort ?? (thinking === false ? 'none' : undefined), able)
  const summary = able.reasoning && thinking !== false ? { summary: 'auto' } : {}
  const reasoning = { ...(wish === undefined ? {} : { effort: wish }), ...summary }
  return Object.keys(reasoning).length > 0 ? { reasoning } : {}
}

function toItems(exchange: Exchange): readonly JsonObject[] {
  if (exchange.role === 'assistant') return [...assistantItems(exchange), ...resultItems(exchange)]
  const { content, reminders } = exchange
  const prompt = content.length > 0 ? [parts(content, '\n\n')] : []
  const reminded = reminders.map((text) => [{ type: 'input_text', text }])
  return [...prompt, ...reminded].map((said) => ({ type: 'message', role: 'user', content: said }))
}

/** What is shown, then the words as one. */
function parts(content: readonly Piece[], between: string): readonly JsonObject[] {
  const words = wordsOf(content, between)
  const shown = content.flatMap((piece): readonly JsonObject[] => {
    if (piece.type === 'text') return []
    if (piece.block.type === 'image') return [{ type: 'input_image', image_url: dataUrl(piece), detail: 'auto' }]
    return [{ type: 'input_file', filename: fileName(piece.block.name), file_data: dataUrl(piece) }]
  })
  return [...shown, ...(words === '' ? [] : [{ type: 'input_text', text: words }])]
}

function assistantItems({ raw, texts, calls }: AssistantExchange): readonly JsonObject[] {
  if (raw) return raw
  const said =
    texts.length > 0 ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: texts.join('\n\n') }] }] : []
  return [...said, ...calls.map(({ id, name, input }) => ({ type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) }))]
}

function resultItems({ calls }: AssistantExchange): readonly JsonObject[] {
  return calls.map(({ id, result: { content } }) => ({
    type: 'function_call_output',
    call_id: id,
    output: content.some((piece) => piece.type === 'media') ? parts(content, '\n') : wordsOf(content, '\n'),
  }))
}

const isReplayable: Reader['isReplayable'] = (items, callIds) => {
  const calls = items.filter((item) => item['type'] === 'function_call')
  return (
    items.every(isVendorItem) &&
    // Thought that leads to nothing is refused.
    items.at(-1)?.['type'] !== 'reasoning' &&
    calls.length === callIds.length &&
    calls.every((call, index) => call['call_id'] === callIds[index])
  )
}

function isVendorItem(item: JsonObject): boolean {
  switch (item['type']) {
    case 'message':
      return (
        item['role'] === 'assistant' && hasId(item, 'msg_') && listOf(item['content']).length > 0 && listOf(item['content']).every(isSaid)
      )
    case 'reasoning':
      // Without its sealed content the vendor would look for it where nothing was kept.
      return hasId(item, 'rs_') && stringOf(item['encrypted_content']) !== '' && Array.isArray(item['summary'])
    case 'function_call':
      return hasId(item, 'fc_') && /^[\w-]{1,64}$/.test(stringOf(item['name'])) && isObject(parseJson(stringOf(item['arguments'])))
    default:
      return false
  }
}

/** Compatible servers leave ids out; one that is there must be in form. */
function hasId(item: JsonObject, prefix: string): boolean {
  return item['id'] === undefined || stringOf(item['id']).startsWith(prefix)
}

function isSaid(part: unknown): boolean {
  const { type, text, refusal } = objectOf(part)
  return (type === 'output_text' && isNotBlank(stringOf(text))) || (type === 'refusal' && isNotBlank(stringOf(refusal)))
}
