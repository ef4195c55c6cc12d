/** Characters of each stream that are kept; the rest is read and dropped. */
const MAX_CHARS = 1_000_000

/** Text of a stream as it comes. */
export interface OutputReader {
  add(chunk: Uint8Array): void
  /** Call it once, at the end. */
  text(): string
  readonly bytes: number
}

export function createOutputReader(): OutputReader {
  // A character cut at the edge of a chunk stays whole.
  const decoder = new TextDecoder()
  let kept = ''
  let bytes = 0
  return {
    add(chunk) {
      bytes += chunk.length
      if (kept.length < MAX_CHARS) kept += decoder.decode(chunk, { stream: true })
    },
    text() {
      if (kept.length >= MAX_CHARS) return kept.slice(0, MAX_CHARS).toWellFormed()
      return kept + decoder.decode()
    },
    get bytes() {
      return bytes
    },
  }
}
