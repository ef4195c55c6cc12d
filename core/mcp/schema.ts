/** As JSON. More than this in every request is not worth one tool. */
const MAX_SCHEMA_CHARS = 64 * 1024
const MAX_DEPTH = 200

type Schema = Readonly<Record<string, unknown>>

/** A schema as every vendor takes it, or why there is none: an object at its root, no address to fetch, no dialect. */
export function modelSchema(schema: unknown): { ok: Schema } | { reason: string } {
  if (schema === undefined || schema === null) return { ok: emptySchema }
  if (!isObject(schema)) return { reason: 'its input schema is no JSON object' }
  const plain = withoutAddresses(schema, 0)
  if (plain === undefined) return { reason: 'its input schema is nested too deeply' }
  if (!isObject(plain)) return { ok: emptySchema }
  if (plain['type'] !== undefined && plain['type'] !== 'object')
    return { reason: `its input schema is of type ${JSON.stringify(plain['type'])}, not object` }
  const flat = flattened(plain)
  if (JSON.stringify(flat).length > MAX_SCHEMA_CHARS) return { reason: 'its input schema is larger than 64 KB' }
  return { ok: flat }
}

const emptySchema: Schema = { type: 'object', properties: {} }

/** Vendors refuse alternatives at the root; the server still judges which of them a call keeps to. */
function flattened(schema: Schema): Schema {
  const { anyOf, oneOf, allOf, type: _type, properties, ...rest } = schema
  const branches = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []))
  const merged = branches.flatMap((branch) => (isObject(branch['properties']) ? Object.entries(branch['properties']) : []))
  const own = isObject(properties) ? Object.entries(properties) : []
  return { type: 'object', properties: Object.fromEntries([...merged, ...own]), ...rest }
}

/** Undefined: deeper than anybody writes by hand. Keys are kept as they are, `__proto__` too. */
function withoutAddresses(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutAddresses(item, depth + 1))
    return items.includes(undefined) ? undefined : items
  }
  if (!isObject(value)) return value
  const entries: [string, unknown][] = []
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'string' && (key === '$schema' || key === '$id' || (key === '$ref' && !part.startsWith('#')))) continue
    const plain = withoutAddresses(part, depth + 1)
    if (plain === undefined) return undefined
    entries.push([key, plain])
  }
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
