import { isTooDeep } from '../base/too-deep.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value when it is an object, else an empty one: vendors leave out what they do not know. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Those fields of an object that it has. */
export function pick(value: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.flatMap((field) => (field in value ? [[field, value[field]]] : [])))
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** More than any answer holds; sums of it stay exact for as long as a session lives. */
const MAX_COUNT = 1e9

export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= MAX_COUNT ? Math.round(value) : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The parsed value, or undefined when `text` is not JSON or is nested beyond use. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? undefined : value
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Replaces lone surrogates in every string and key: vendors answer 400 to "no low surrogate in string". */
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]))
}

export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  // Without making lists: this runs over every block of a session for every request.
  for (const key in value) if (!key.isWellFormed() || !isWellFormed(Reflect.get(value, key))) return false
  return true
}

/** Arguments as the model wrote them where they are a JSON object, else made into one: servers parse what comes back. */
export function replayableArguments(text: string): string {
  return isObject(parseJson(text)) ? text : JSON.stringify(argumentsObject(text))
}

/** A model's arguments as an object: empty text is `{}`; what is no JSON object is kept under `unparsed`, so that it can be sent back. */
export function argumentsObject(text: string): JsonObject {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  return isObject(value) ? value : { unparsed: text }
}
