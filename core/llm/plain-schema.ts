import { isObject, listOf, objectOf, stringOf, type JsonObject } from './json.ts'

const maxDepth = 6

/** A schema in words every endpoint takes: types, descriptions, enumerations, properties and items. It says less, never more, than the whole one. */
export function plainSchema(schema: JsonObject): JsonObject {
  const definitions = { ...objectOf(schema['definitions']), ...objectOf(schema['$defs']) }
  const { type: _, ...rest } = plain(schema, { definitions, depth: 0 })
  return { type: 'object', properties: {}, ...rest }
}

interface Reading {
  readonly definitions: JsonObject
  readonly depth: number
}

function plain(schema: JsonObject, reading: Reading): JsonObject {
  const { definitions, depth } = reading
  if (depth > maxDepth) return {}
  const named = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(stringOf(schema['$ref']))?.[1]
  const deeper = { definitions, depth: depth + 1 }
  if (named !== undefined) return plain(objectOf(definitions[named]), deeper)
  const properties = objectOf(schema['properties'])
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type']
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof schema['description'] === 'string' ? { description: schema['description'] } : {}),
    ...(Array.isArray(schema['enum']) ? { enum: schema['enum'] } : {}),
    ...(isObject(schema['properties'])
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, plain(objectOf(inner), deeper)])) }
      : {}),
    ...(isObject(schema['items']) ? { items: plain(schema['items'], deeper) } : type === 'array' ? { items: {} } : {}),
    ...(Array.isArray(schema['required']) ? { required: listOf(schema['required']).filter((name) => String(name) in properties) } : {}),
  }
}
