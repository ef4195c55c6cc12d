import { blocksOf, isJson, objects, text } from './read.ts'
import type { Json } from './types.ts'

/** What has been sent so far, conversation by conversation: within one, every request must be the previous one plus messages at the end. */
export interface Conversations {
  /** Why the request breaks its conversation; undefined when it goes on, begins, or may begin anew. */
  take(body: Json, options: { newEpoch: boolean }): string | undefined
}

interface Conversation {
  opening: string
  system: string
  tools: string
  said: readonly string[]
}

export function createConversations(): Conversations {
  const known: Conversation[] = []
  return {
    take(body, { newEpoch }) {
      const now = read(body)
      const same = known.filter((conversation) => conversation.opening === now.opening)
      const continued = same.findLast((conversation) => differences(conversation, now).length === 0)
      if (continued) {
        continued.said = now.said
        return undefined
      }
      // Another session may open with the same words: nothing but the opening begins one.
      if (newEpoch || same.length === 0 || isOpening(body)) {
        known.push(now)
        return undefined
      }
      const closest = same.map((conversation) => differences(conversation, now)).toSorted((a, b) => a.length - b.length)[0] ?? []
      return `The conversation changed: ${closest.join('; ')}`
    },
  }
}

/** The Responses API calls them `input`. */
function messagesOf(body: Json): readonly Json[] {
  return objects(body['messages'] ?? body['input'])
}

function differences(before: Conversation, now: Conversation): readonly string[] {
  const changed = before.said.findIndex((said, index) => now.said[index] !== said)
  return [
    ...(before.system === now.system ? [] : ['`system` is not the same']),
    ...(before.tools === now.tools ? [] : ['`tools` are not the same']),
    ...(changed < 0 ? [] : [`block ${changed} was ${clip(before.said[changed])} and is ${clip(now.said[changed])}`]),
  ]
}

function read(body: Json): Conversation {
  const messages = messagesOf(body)
  const spoken = messages.filter((message) => message['role'] !== 'system' && message['role'] !== 'developer')
  const system = [body['system'], body['instructions'], ...messages.filter((message) => !spoken.includes(message))]
  const said = spoken.flatMap(pieces)
  return { opening: said[0] ?? '', system: plain(system), tools: plain(body['tools']), said }
}

/** A message block by block: vendors join neighbours of one role, so blocks added to the last message only append. */
function pieces(message: Json): readonly string[] {
  const { content, cache_control: _mark, ...rest } = message
  const blocks = blocksOf(content)
  if (typeof content === 'string' || blocks.length === 0 || message['role'] === 'tool') return [plain(message)]
  return blocks.map((block) => plain({ ...rest, content: block }))
}

function isOpening(body: Json): boolean {
  return messagesOf(body).filter((message) => text(message['role']) !== 'system').length === 1
}

/** JSON without cache marks: those move, and the vendor does not count them. */
function plain(value: unknown): string {
  return JSON.stringify(withoutMarks(value)) ?? ''
}

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'cache_control' ? [] : [[key, key === 'input' ? inner : withoutMarks(inner)]],
    ),
  )
}

function clip(said: string | undefined): string {
  return said === undefined ? 'gone' : said.slice(0, 120)
}
