const HINT_CHARS = 200

/** A value as text: numbers and booleans as they were written, as far as YAML kept that; undefined for lists and maps. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A list, or a text of names between commas or blanks; brackets of a pattern keep what stands inside together. */
export function asNames(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.flatMap((item) => asText(item) ?? [])
  const text = asText(value)
  if (text === undefined) return undefined
  const closed = text.lastIndexOf(')') + 1
  // Behind the last one no bracket is closed: looking for its end from each would be quadratic.
  return [...(text.slice(0, closed).match(/[^\s,()]+(?:\([^)]*\))?/g) ?? []), ...(text.slice(closed).match(/[^\s,()]+/g) ?? [])]
}

/** What a command takes, as a person would write it: YAML reads `[file]` as a list of one. */
export function asHint(value: unknown): string {
  const text = Array.isArray(value) ? `[${value.map((item) => asText(item) ?? '').join(', ')}]` : (asText(value) ?? '')
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, HINT_CHARS)
}
