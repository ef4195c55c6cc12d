const EMPTY: Readonly<Record<string, unknown>> = { string: '', number: 0, integer: 0, boolean: false, array: [], object: {} }

/** What a tool must be given, with empty values to fill in; a default or the first of a list where the schema has one. */
export function sampleArguments(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties, required } = schema
  if (!Array.isArray(required)) return {}
  return Object.fromEntries(required.filter((name) => typeof name === 'string').map((name) => [name, sampleOf(fieldOf(properties, name))]))
}

function sampleOf(schema: unknown): unknown {
  const initial = fieldOf(schema, 'default')
  if (initial !== undefined) return initial
  const choices = fieldOf(schema, 'enum')
  if (Array.isArray(choices) && choices.length > 0) return choices[0]
  const type = fieldOf(schema, 'type')
  return (typeof type === 'string' ? EMPTY[type] : undefined) ?? null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}
