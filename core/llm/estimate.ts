import type { ContentBlock, MediaBlock, Usage } from '../contract/common.ts'
import type { Message } from '../contract/messages.ts'
import type { ModelRequest } from './types.ts'

type Prompt = Pick<ModelRequest, 'system' | 'tools' | 'messages'>

/** Tokens as a vendor would count them, near enough to plan with; nearer with each answer that tells what was counted. */
export interface Estimator {
  text(text: string): number
  messages(messages: readonly Message[]): number
  /** System text and tools, and the messages where there are any. */
  request(request: Pick<ModelRequest, 'system' | 'tools'> & { readonly messages?: readonly Message[] }): number
  /** What the vendor counted for a request. */
  learn(request: Prompt, usage: Pick<Usage, 'inputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>): void
}

/** What tokens are made of: characters of three kinds, images by their pixels, and pages of documents. */
const kinds = ['ascii', 'wide', 'other', 'pixels', 'pages', 'parts'] as const
type Kind = (typeof kinds)[number]
type Amounts = Record<Kind, number>

/** Tokens for one of each. Four letters of English a token, a token and a bit for a Chinese character, 750 pixels a token, some thousands a page; and what frames each part. */
const usual: Readonly<Amounts> = { ascii: 0.27, wide: 1, other: 0.5, pixels: 1 / 750, pages: 2_000, parts: 4 }
/** Vendors differ by this factor and no more; what would lead further is a count of something else. */
const reach = 2.5

/** One for a model: each has its own way of counting. */
export function createEstimator(): Estimator {
  const rates: Amounts = { ...usual }
  const known = new WeakMap<Message, Readonly<Amounts>>()

  const measured = (message: Message): Readonly<Amounts> => {
    const amounts = known.get(message) ?? amountsOf(message)
    known.set(message, amounts)
    return amounts
  }
  const sumOf = (all: Iterable<Readonly<Amounts>>): Amounts => {
    const sum = none()
    for (const amounts of all) for (const kind of kinds) sum[kind] += amounts[kind]
    return sum
  }
  const tokens = (amounts: Readonly<Amounts>): number => Math.ceil(kinds.reduce((sum, kind) => sum + amounts[kind] * rates[kind], 0))
  const whole = ({ system, tools, messages = [] }: Parameters<Estimator['request']>[0]): Amounts => {
    const head = none()
    addText(head, system.stable)
    addText(head, system.environment)
    for (const tool of tools) addText(head, JSON.stringify(tool))
    return sumOf([head, ...messages.map(measured)])
  }

  return {
    text(text) {
      const amounts = none()
      addCharacters(amounts, text)
      return tokens(amounts)
    },
    messages: (messages) => tokens(sumOf(messages.map(measured))),
    request: (request) => tokens(whole(request)),
    learn(request, { inputTokens, cacheReadTokens, cacheWriteTokens }) {
      const counted = inputTokens + cacheReadTokens + cacheWriteTokens
      const amounts = whole(request)
      const guessed = tokens(amounts)
      if (counted <= 0 || guessed <= 0) return
      const error = counted / guessed
      for (const kind of kinds) {
        // A kind is corrected as far as it made the sum: pictures learn from requests full of pictures.
        const share = (amounts[kind] * rates[kind]) / guessed
        rates[kind] = within(rates[kind] * error ** share, usual[kind] / reach, usual[kind] * reach)
      }
    },
  }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

function none(): Amounts {
  return { ascii: 0, wide: 0, other: 0, pixels: 0, pages: 0, parts: 0 }
}

function amountsOf(message: Message): Amounts {
  const amounts = none()
  switch (message.role) {
    case 'user':
      for (const one of message.attachments) {
        if (one.media) addMedia(amounts, one.media)
        else addText(amounts, one.text)
      }
      addText(amounts, message.text)
      for (const text of message.reminders) addText(amounts, text)
      break
    case 'assistant':
      // What is sealed in raw blocks is counted by nobody; the vendor's other words are those of the parts.
      for (const part of message.parts)
        addText(amounts, part.type === 'tool_call' ? `${part.name}${JSON.stringify(part.input)}` : part.text)
      break
    case 'tool':
      for (const block of message.content) addBlock(amounts, block)
      break
    case 'reminder':
      for (const text of message.texts) addText(amounts, text)
      break
    case 'summary':
      for (const text of [message.text, ...message.attached]) addText(amounts, text)
      break
    case 'aside':
    case 'ending':
      break
  }
  return amounts
}

function addBlock(amounts: Amounts, block: ContentBlock): void {
  if (block.type === 'text') addText(amounts, block.text)
  else addMedia(amounts, block)
}

function addMedia(amounts: Amounts, block: MediaBlock): void {
  amounts.parts += 1
  if (block.type === 'document') amounts.pages += block.pages
  else amounts.pixels += block.width * block.height
}

function addText(amounts: Amounts, text: string): void {
  amounts.parts += 1
  addCharacters(amounts, text)
}

function addCharacters(amounts: Amounts, text: string): void {
  let ascii = 0
  let wide = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) ascii += 1
    else if (code >= 0x2e80 && code <= 0xd7ff) wide += 1
  }
  amounts.ascii += ascii
  amounts.wide += wide
  amounts.other += text.length - ascii - wide
}
