import { withoutShapes } from './secret-shapes.ts'
import type { Redactor } from './types.ts'

const MASK = '[redacted]'
/** Shorter ones would tear ordinary words out of texts. */
const MIN_SECRET = 6
const KEY_MASK = '[provider key]'
/** What local servers are given as a key (`ollama`, `not-needed`) is a word of ordinary texts. */
const MIN_KEY = 16

export function createRedactor(): Redactor {
  const known = new Set<string>()
  let pattern: RegExp | undefined
  const keys = new Set<string>()
  let keyPattern: RegExp | undefined
  const add = (secret: string): void => {
    if (secret.trim().length < MIN_SECRET || known.has(secret.trim())) return
    for (const form of formsOf(secret.trim())) known.add(form)
    pattern = anyOf(known)
  }
  return {
    add,
    addKey(secret) {
      add(secret)
      const key = secret.trim()
      if (key.length < MIN_KEY || keys.has(key)) return
      keys.add(key)
      keyPattern = anyOf(keys)
    },
    redactKeys: (text) => (keyPattern ? text.replaceAll(keyPattern, KEY_MASK) : text),
    redactSecrets: (text) => withoutShapes(keyPattern ? text.replaceAll(keyPattern, KEY_MASK) : text),
    redact: (text) => withoutShapes(pattern ? text.replaceAll(pattern, MASK) : text),
  }
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret)
  const base64 = [0, 1, 2].flatMap((before) => base64Core(secret, before))
  // JSON inside JSON is how logs hold requests.
  return [secret, json, JSON.stringify(json).slice(1, -1), url, url.replaceAll('%20', '+'), url.toLowerCase(), ...base64]
}

/** The characters that stay the same whatever surrounds the secret, when `before` bytes come in front of it (as in `user:key`). */
function base64Core(secret: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((bytes.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(from, to))
}

/** Longest first: a form that holds another must not leave its rest standing. */
function anyOf(texts: ReadonlySet<string>): RegExp {
  const longestFirst = [...texts].toSorted((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(escapeForPattern).join('|'), 'g')
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
