import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'

const MAX_CHARS = 20_000
/** What tells the model and the permission layers what a tool is; the rest (icons, `_meta`) may change as it likes. */
const PARTS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

/** A tool's definition as text that is the same whatever order a server lists its keys in. A long one ends in its hash. */
export function definitionText(listed: Readonly<Record<string, unknown>>): string {
  const parts = Object.fromEntries(PARTS.flatMap((part) => (listed[part] === undefined ? [] : [[part, listed[part]]])))
  const plain = canonicalJson(parts)
  const text = JSON.stringify(JSON.parse(plain), null, 2)
  if (text.length <= MAX_CHARS) return text
  return `${text.slice(0, MAX_CHARS).toWellFormed()}…\nSHA-256 ${createHash('sha256').update(plain).digest('hex')}`
}
