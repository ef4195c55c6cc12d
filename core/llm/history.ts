import type { AssistantMessage, Message, RawBlocks, SummaryMessage, ToolCallPart, ToolMessage, UserMessage } from '../contract/messages.ts'
import type { ContentBlock, MediaBlock } from '../contract/common.ts'
import { argumentsObject, isObject, isWellFormed, wellFormed, type JsonObject } from './json.ts'
import { createGallery, type Media, type Piece } from './media.ts'

/** A history any protocol accepts: it opens with the user, every call has one result right after it, nothing is blank. */
export type Exchange = UserExchange | AssistantExchange

export interface UserExchange {
  readonly role: 'user'
  /** Never empty unless there are reminders; images and documents come before the words about them. */
  readonly content: readonly Piece[]
  readonly reminders: readonly string[]
}

export interface AssistantExchange {
  readonly role: 'assistant'
  /** The vendor's own blocks, when this model of this provider made them; then they hold the words and the calls' input too. */
  readonly raw: readonly JsonObject[] | undefined
  readonly texts: readonly string[]
  readonly calls: readonly AnsweredCall[]
  /** The vendor paused here: the next answer goes on with this one, and no word of the user's comes between. */
  readonly isPaused: boolean
}

export interface AnsweredCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  /** Never empty. */
  readonly result: { readonly content: readonly Piece[]; readonly isError: boolean }
}

export interface Reader {
  readonly protocol: string
  readonly provider: string
  readonly model: string
  readonly media: Media
  /** Whether blocks may go back as they are: in form for the protocol, with exactly these calls. */
  isReplayable(blocks: readonly JsonObject[], callIds: readonly string[]): boolean
}

const interrupted = 'The call was interrupted: there is no result.'
const noOutput = '(no output)'
const emptyMessage = '(empty message)'
const earlierLeftOut = '(Earlier messages are left out.)'
const goOn = 'Continue.'

/** Endings are skipped. What is made of a message depends on it and on what came before it alone, so a longer history begins with the same bytes. */
export function readHistory(messages: readonly Message[], reader: Reader): readonly Exchange[] {
  const ids = new Set<string>()
  const show = createGallery(reader.media)
  const exchanges: Exchange[] = []
  messages.forEach((message, index) => {
    if (message.role === 'user') exchanges.push(readUser(message, show))
    if (message.role === 'reminder') exchanges.push({ role: 'user', content: [], reminders: wellFormedTexts(message.texts) })
    if (message.role === 'summary') exchanges.push(readSummary(message))
    if (message.role !== 'assistant') return
    const exchange = readAssistant(message, { results: resultsAfter(messages, index), reader, ids, show })
    if (exchange) exchanges.push(exchange)
  })
  return withUserTurns(exchanges)
}

function readUser(message: UserMessage, show: Surroundings['show']): UserExchange {
  const media = message.attachments.flatMap((one) => (one.media ? [show(one.media)] : []))
  const attached = message.attachments.flatMap((one) =>
    one.media ? [] : [`<attachment name=${JSON.stringify(one.name)}>\n${one.text}\n</attachment>`],
  )
  const content = [...media, ...wellFormedTexts([...attached, message.expanded ?? message.text]).map(textPiece)]
  const reminders = wellFormedTexts(message.reminders)
  return { role: 'user', content: content.length + reminders.length > 0 ? content : [textPiece(emptyMessage)], reminders }
}

function readSummary({ text, attached }: SummaryMessage): UserExchange {
  const summary = `This conversation goes on from an earlier part that did not fit any more. Its summary:\n\n<summary>\n${text}\n</summary>`
  return { role: 'user', content: wellFormedTexts([summary, ...attached]).map(textPiece), reminders: [] }
}

function wellFormedTexts(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (isNotBlank(text) ? [text.toWellFormed()] : []))
}

function textPiece(text: string): Piece {
  return { type: 'text', text }
}

interface Surroundings {
  /** Of this message's calls; taken out as they are used. */
  readonly results: Map<string, ToolMessage>
  readonly reader: Reader
  /** Ids of calls so far: vendors want them unique in a conversation, small servers count from 0 in every answer. */
  readonly ids: Set<string>
  show(block: MediaBlock): Piece
}

function readAssistant(message: AssistantMessage, { results, reader, ids, show }: Surroundings): AssistantExchange | undefined {
  const parts = message.parts.filter((part): part is ToolCallPart => part.type === 'tool_call')
  const raw = message.interrupted ? undefined : replayable(message.raw, parts, { reader, ids })
  const calls = parts.map((part) => {
    const result = results.get(part.toolCallId)
    results.delete(part.toolCallId)
    const id = raw ? part.toolCallId : freeId(part.toolCallId, ids)
    ids.add(id)
    // The vendor's own blocks say what was asked.
    return { id, ...askedAs(part, raw !== undefined), result: readResult(result, show) }
  })
  if (raw) return { role: 'assistant', raw, texts: [], calls, isPaused: message.stop === 'pause_turn' }
  const texts = wellFormedTexts(message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
  if (texts.length === 0 && calls.length === 0) return undefined
  return { role: 'assistant', raw, texts, calls, isPaused: false }
}

function replayable(
  raw: RawBlocks | undefined,
  parts: readonly ToolCallPart[],
  { reader, ids }: Pick<Surroundings, 'reader' | 'ids'>,
): readonly JsonObject[] | undefined {
  if (raw?.protocol !== reader.protocol || raw.provider !== reader.provider || raw.model !== reader.model) return undefined
  const blocks = raw.blocks.filter(isObject)
  const callIds = parts.map((part) => part.toolCallId)
  const isSound =
    blocks.length > 0 &&
    blocks.length === raw.blocks.length &&
    isWellFormed(blocks) &&
    new Set(callIds).size === callIds.length &&
    callIds.every((id) => isSafeId(id) && !ids.has(id)) &&
    reader.isReplayable(blocks, callIds)
  return isSound ? blocks : undefined
}

/** Results of the calls of the message at `index`: they come before the next answer. A second one for the same call is dropped. */
function resultsAfter(messages: readonly Message[], index: number): Map<string, ToolMessage> {
  const results = new Map<string, ToolMessage>()
  for (let at = index + 1; at < messages.length; at += 1) {
    const message = messages[at]
    if (!message || message.role === 'assistant') break
    if (message.role === 'tool' && !results.has(message.toolCallId)) results.set(message.toolCallId, message)
  }
  return results
}

function readResult(message: ToolMessage | undefined, show: Surroundings['show']): AnsweredCall['result'] {
  if (!message) return { content: [textPiece(interrupted)], isError: true }
  const content = message.content.flatMap((block) => readBlock(block, show) ?? [])
  return { content: content.length > 0 ? content : [textPiece(noOutput)], isError: message.isError }
}

function readBlock(block: ContentBlock, show: Surroundings['show']): Piece | undefined {
  if (block.type !== 'text') return show(block)
  return isNotBlank(block.text) ? textPiece(block.text.toWellFormed()) : undefined
}

/** Arguments that were no JSON object go back as one: vendors take nothing else. */
/** Through another tool, it goes back as that one's call. */
function askedAs(part: ToolCallPart, isInRaw: boolean): Pick<AnsweredCall, 'name' | 'input'> {
  const { name, via } = part
  const input = isInRaw ? {} : inputOf(part)
  return via === undefined || isInRaw ? { name: safeName(via ?? name), input } : { name: safeName(via), input: { name, arguments: input } }
}

function inputOf(part: ToolCallPart): JsonObject {
  if (typeof part.input === 'string') return objectFrom(argumentsObject(part.input))
  return objectFrom(isObject(part.input) ? part.input : { unparsed: JSON.stringify(part.input ?? null) })
}

function objectFrom(value: JsonObject): JsonObject {
  if (isWellFormed(value)) return value
  const clean = wellFormed(value)
  return isObject(clean) ? clean : {}
}

const maxIdLength = 40

/** OpenAI's limit of 40 characters and Anthropic's charset. */
function isSafeId(id: string): boolean {
  return /^[\w-]+$/.test(id) && id.length <= maxIdLength
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.replaceAll(/[^\w-]/g, '_').slice(0, maxIdLength) || 'call'
  if (!taken.has(base)) return base
  for (let n = 2; ; n++) {
    const id = `${base.slice(0, maxIdLength - 8)}_${n}`
    if (!taken.has(id)) return id
  }
}

function safeName(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unknown'
}

/** Opens with the user and ends with the user's turn; between two answers the user said to go on. */
function withUserTurns(exchanges: readonly Exchange[]): readonly Exchange[] {
  const turns: Exchange[] =
    exchanges[0]?.role === 'user'
      ? []
      : [{ role: 'user', content: [textPiece(exchanges[0] ? earlierLeftOut : emptyMessage)], reminders: [] }]
  exchanges.forEach((exchange, index) => {
    turns.push(exchange)
    const isOpen = exchange.role === 'assistant' && exchange.calls.length === 0 && !exchange.isPaused
    if (isOpen && exchanges[index + 1]?.role !== 'user') turns.push({ role: 'user', content: [textPiece(goOn)], reminders: [] })
  })
  return turns
}

export function isNotBlank(text: string): boolean {
  return /\S/.test(text)
}
