/** Arguments that a server wants to see in headers too, so that what stands before it can route by them. */
const KEY = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES = new Set(['string', 'integer', 'boolean'])
/** Maps of schemas; all else that holds schemas is a schema or a list. */
const MAPS = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions'])
const ELSEWHERE = [
  ...MAPS,
  ...['items', 'prefixItems', 'contains', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'],
  ...['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'],
]
const MAX_DEPTH = 100

type Schema = Readonly<Record<string, unknown>>

interface Mirrored {
  readonly path: readonly string[]
  readonly header: string
}

/** What makes a tool one that must not be used: a wish for a header that none can keep. Undefined: nothing. */
export function headerFault(inputSchema: unknown): string | undefined {
  const read = readHeaders(inputSchema)
  return typeof read === 'string' ? read : undefined
}

/** The headers that go with one call. */
export function paramHeaders(inputSchema: unknown, given: Readonly<Record<string, unknown>>): Record<string, string> {
  const read = readHeaders(inputSchema)
  if (typeof read === 'string') return {}
  return Object.fromEntries(
    read.flatMap(({ path, header }) => {
      const text = textOf(path.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), given))
      return text === undefined ? [] : [[`Mcp-Param-${header}`, encoded(text)]]
    }),
  )
}

function readHeaders(inputSchema: unknown): Mirrored[] | string {
  const found: Mirrored[] = []
  const fault = visit(inputSchema, [], { found, isReachable: true })
  return fault ?? found
}

function visit(
  node: unknown,
  path: readonly string[],
  { found, isReachable }: { found: Mirrored[]; isReachable: boolean },
): string | undefined {
  if (!isObject(node) || path.length > MAX_DEPTH) return undefined
  if (KEY in node) {
    const header = node[KEY]
    if (!isReachable || path.length === 0) return 'it wants a header for what is no plain argument'
    if (typeof header !== 'string' || !TOKEN.test(header)) return `it wants a header with a name that none can have`
    if (typeof node['type'] !== 'string' || !TYPES.has(node['type']))
      return `it wants ${header} in a header, which is no text, whole number or switch`
    if (found.some((other) => other.header.toLowerCase() === header.toLowerCase())) return `it wants two arguments in the header ${header}`
    found.push({ path, header })
  }
  if (isObject(node['properties']))
    for (const [key, child] of Object.entries(node['properties'])) {
      const fault = visit(child, [...path, key], { found, isReachable })
      if (fault !== undefined) return fault
    }
  for (const key of ELSEWHERE)
    for (const child of branches(node[key], MAPS.has(key))) {
      const fault = visit(child, [...path, key], { found, isReachable: false })
      if (fault !== undefined) return fault
    }
  return undefined
}

function branches(value: unknown, isMap: boolean): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isMap && isObject(value) ? Object.values(value) : [value]
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)))
    ? String(value)
    : undefined
}

/** As it is where a header can hold it; else marked base64. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text)
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
