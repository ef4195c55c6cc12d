export type LineEnd = '\n' | '\r\n' | '\r'

/** A text with every line end read as `\n`, and the way back to where things stand in the text itself. */
export interface LineView {
  readonly text: string
  /** Index in the original of an index in the view. */
  original(index: number): number
}

export function lineView(text: string): LineView {
  if (!text.includes('\r')) return { text, original: (index) => index }
  // Where, in the view, a `\n` stands for two characters.
  const pairs: number[] = []
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) pairs.push(at - pairs.length)
  return { text: toNewlines(text), original: (index) => index + countBelow(pairs, index) }
}

export function toNewlines(text: string): string {
  if (!text.includes('\r')) return text
  const pairsGone = text.replaceAll('\r\n', '\n')
  return pairsGone.includes('\r') ? pairsGone.replaceAll('\r', '\n') : pairsGone
}

/** The line ends of a text, in order. */
export function lineEndsOf(text: string): readonly LineEnd[] {
  return (text.match(/\r\n|\n|\r/g) ?? []).map((end) => (end === '\r\n' ? '\r\n' : end === '\r' ? '\r' : '\n'))
}

/** The line end used most; undefined for a text of one line. */
export function commonLineEnd(text: string): LineEnd | undefined {
  const crlf = countOf(text, '\r\n')
  const lf = countOf(text, '\n') - crlf
  const cr = countOf(text, '\r') - crlf
  if (crlf + lf + cr === 0) return undefined
  if (crlf >= lf && crlf >= cr) return '\r\n'
  return lf >= cr ? '\n' : '\r'
}

/**
 * `replacement` (with `\n`) in the line ends of what it replaces: lines that stay keep theirs, a line put in the place
 * of another takes over its line end, further ones continue with the last.
 */
export function withLineEnds(replacement: string, replaced: string, fallback: LineEnd): string {
  if (!replacement.includes('\n')) return replacement
  const ends = lineEndsOf(replaced)
  if (ends.length === 0 && fallback === '\n') return replacement
  if (ends.length > 0 && ends.every((end) => end === '\n')) return replacement
  const oldLines = toNewlines(replaced).split('\n')
  const newLines = replacement.split('\n')
  const sameEnd = commonTail(oldLines, newLines)
  let text = ''
  for (const [at, line] of newLines.entries()) {
    if (at === newLines.length - 1) return text + line
    const fromEnd = newLines.length - at
    const end = fromEnd <= sameEnd ? ends[oldLines.length - fromEnd] : ends[Math.min(at, ends.length - 1)]
    // After a lone `\r`, an empty line that ends in `\n` would read as one line end.
    text += line + (line === '' && end === '\n' && text.endsWith('\r') ? '\r' : (end ?? fallback))
  }
  return text
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  let same = 0
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same++
  return same
}

function countOf(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++
  return count
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
