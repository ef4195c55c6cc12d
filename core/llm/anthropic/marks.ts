import type { JsonObject } from '../json.ts'

/** Marks one block as the end of a prefix to be cached. */
export type Marker = (block: JsonObject) => JsonObject

export function createMarker(ttl: '5m' | '1h' | undefined): Marker {
  // Five minutes is the vendor's default; all marks are equal, so that a longer one never follows a shorter.
  const cache_control = { type: 'ephemeral', ...(ttl === '1h' ? { ttl } : {}) }
  return (block) => ({ ...block, cache_control })
}

export function markLast(blocks: readonly JsonObject[], mark: Marker): readonly JsonObject[] {
  return blocks.map((block, index) => (index === blocks.length - 1 ? mark(block) : block))
}

interface Markable {
  readonly role: 'user' | 'assistant'
  readonly content: readonly JsonObject[]
}

/** From a mark the vendor looks back twenty blocks for what it has; a turn longer than this gets a mark inside. */
const longTurnBlocks = 15

/** Marks the ends of the two newest user turns; when more than 15 blocks came between them, the older mark moves in between. */
export function markTurns<M extends Markable>(messages: readonly M[], mark: Marker): readonly M[] {
  const newestAt = messages.findLastIndex(({ role }) => role === 'user')
  const olderAt = messages.findLastIndex(({ role }, at) => role === 'user' && at < newestAt)
  const ends = [olderAt, newestAt].flatMap((at) => {
    const message = messages[at]
    return message ? [{ at, block: message.content.length - 1 }] : []
  })
  const newest = ends.at(-1)
  const older = ends.at(-2)
  const added =
    older && newest ? messages.slice(older.at + 1, newest.at + 1).flatMap((message, index) => places(message, older.at + 1 + index)) : []
  const moved = added.length > longTurnBlocks ? added.slice(0, longTurnBlocks).findLast(({ canMark }) => canMark) : undefined
  const marked = moved && newest ? [moved, newest] : ends
  const all = [...messages]
  for (const { at, block } of marked) {
    const message = all[at]
    if (message) all[at] = { ...message, content: message.content.map((one, index) => (index === block ? mark(one) : one)) }
  }
  return all
}

function places({ content }: Markable, at: number): { at: number; block: number; canMark: boolean }[] {
  return content.map((block, index) => ({ at, block: index, canMark: markable.has(String(block['type'])) }))
}

const markable: ReadonlySet<string> = new Set(['text', 'tool_use', 'tool_result', 'image', 'document'])
