/** A parsed value without prototypes that a file could reach: only own keys, never `__proto__`. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, item] of Object.entries(value)) if (key !== '__proto__') copy[key] = plainValue(item)
  return copy
}
