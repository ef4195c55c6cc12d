import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'

/** Longer values are counted, not kept. */
const LONGEST_VALUE = 200
/** Of the whole text. */
const LONGEST_TEXT = 4_000

/** SHA-256, hex, of the arguments as JSON with sorted keys. */
export function digestOf(input: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(input ?? {}))
    .digest('hex')
}

/** The arguments as JSON a person can read: long values as `<n chars>`, secrets taken out by `redact`. */
export function readableArguments(input: unknown, redact: (text: string) => string): string {
  const text = JSON.stringify(input ?? {}, (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    return value.length > LONGEST_VALUE ? `<${value.length} chars>` : value
  })
  // As a whole: the name of a value may be what tells that it is secret.
  const redacted = redact(text)
  return redacted.length > LONGEST_TEXT ? JSON.stringify(`<${text.length} chars>`) : redacted
}
