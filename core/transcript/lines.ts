import { isTooDeep } from '../base/too-deep.ts'
import type { LineRecord, Skip } from './types.ts'

const NEWLINE = 0x0a
/** Of a spoilt line: each try may read all that is left of it, and a line may be as long as the file. */
const MAX_TRIED_CHARS = 32 * 1024 * 1024

/**
 * The JSON objects of a file, a line each. A file that a crash or a power cut has spoilt gives up only the spoilt records: zeros
 * around a record, a last line cut short, and a record that was glued to the cut end of another.
 */
export function readLines(bytes: Uint8Array, skip: Skip): LineRecord[] {
  const records: LineRecord[] = []
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found < 0 ? bytes.length : found
    records.push(...readLine(bytes.subarray(start, end), { isLast: found < 0, skip }))
    start = end + 1
  }
  return records
}

function readLine(bytes: Uint8Array, { isLast, skip }: { isLast: boolean; skip: Skip }): LineRecord[] {
  const padded = Buffer.from(bytes).toString('utf8')
  const line = padded
    .replaceAll('\u0000', '')
    .replace(/^\ufeff/, '')
    .trim()
  if (line === '') {
    if (padded.includes('\u0000')) skip('zeros')
    return []
  }
  const whole = parse(line)
  if (whole !== undefined) {
    // Writing and storing it would cost more stack than there is.
    if (isRecord(whole) && !isTooDeep(whole)) return [whole]
    skip('unknown')
    return []
  }
  const glued = unglue(line)
  if (glued.length === 2) return glued
  skip(isLast || glued.length === 1 ? 'torn' : 'not_json')
  return glued
}

/** Two whole records on one line, or the whole one behind the cut end of another. */
function unglue(line: string): LineRecord[] {
  let at = line.indexOf('{"', 1)
  let tried = 0
  for (let tries = 0; at > 0 && tries < 200 && tried <= MAX_TRIED_CHARS; tries += 1) {
    tried += line.length - at
    const second = parse(line.slice(at))
    if (isRecord(second) && hasKind(second) && !isTooDeep(second)) {
      const first = parse(line.slice(0, at))
      return isRecord(first) && !isTooDeep(first) ? [first, second] : [second]
    }
    at = line.indexOf('{"', at + 1)
  }
  return []
}

/** A piece from the middle of a cut record is an object too, but not one that stands for itself. */
function hasKind(record: LineRecord): boolean {
  return ('role' in record && 'ts' in record) || ('type' in record && ('uuid' in record || 'message' in record || 'ts' in record))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is LineRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
