import { isObject, listOf, type JsonObject } from '../json.ts'

/** OpenRouter's form of what a model thought, which must go back whole for tool use to go on. */
export interface ReasoningDetails {
  readonly list: readonly JsonObject[]
  take(pieces: unknown): void
}

/** Texts that stream in pieces; everything else comes once and the last word counts. */
const growing: ReadonlySet<string> = new Set(['text', 'summary', 'data'])

/** Pieces of one type and index belong together. */
export function createReasoningDetails(): ReasoningDetails {
  const list: JsonObject[] = []
  return {
    list,
    take(pieces) {
      for (const piece of listOf(pieces)) {
        if (!isObject(piece)) continue
        const last = list.at(-1)
        if (last && last['type'] === piece['type'] && last['index'] === piece['index']) list[list.length - 1] = joined(last, piece)
        else list.push(piece)
      }
    },
  }
}

function joined(known: JsonObject, piece: JsonObject): JsonObject {
  const entries = Object.entries(piece).map(([key, value]) => {
    const before = known[key]
    return [key, growing.has(key) && typeof before === 'string' && typeof value === 'string' ? before + value : (value ?? before)]
  })
  return { ...known, ...Object.fromEntries(entries) }
}
