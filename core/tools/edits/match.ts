import { limits } from '../limits.ts'
import { indentOf, reindenter } from './indentation.ts'

/** A piece of the text (indexes into it) and what it becomes. */
export interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

export type Match =
  | { readonly kind: 'exact'; readonly splices: readonly Splice[] }
  /** Only spaces and tabs differed; `firstLine` and `lastLine` are 1-based. */
  | { readonly kind: 'whitespace'; readonly splices: readonly [Splice]; readonly firstLine: number; readonly lastLine: number }
  | { readonly kind: 'ambiguous'; readonly lines: readonly number[]; readonly count: number }
  | { readonly kind: 'none' }

/** Beyond so many places it does not matter how they overlap. */
const OVERLAPPING = 100

export interface Replacement {
  readonly oldText: string
  readonly newText: string
  readonly all: boolean
}

/** Finds what is to be replaced in a text whose line ends are `\n`. Never guesses: exact, or whole lines that differ in spacing only and stand once. */
export function findMatch(text: string, { oldText, newText, all }: Replacement): Match {
  const places = occurrences(text, oldText, !all)
  if (places.length === 1 || (all && places.length > 0)) {
    return { kind: 'exact', splices: places.map((from) => ({ from, to: from + oldText.length, text: newText })) }
  }
  if (places.length > 1) return { kind: 'ambiguous', lines: places.slice(0, 5).map((at) => lineNumber(text, at)), count: places.length }
  return matchIgnoringSpaces(text, oldText, newText)
}

/** Overlapping places count when uniqueness is asked, up to a few: `aa` in `aaa` could mean either. */
function occurrences(text: string, part: string, overlapping: boolean): readonly number[] {
  const places: number[] = []
  const step = (): number => (overlapping && places.length < OVERLAPPING ? 1 : part.length)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step())) places.push(at)
  return places
}

function matchIgnoringSpaces(text: string, oldText: string, newText: string): Match {
  const wanted = linesOf(oldText)
  const keys = wanted.map(spacingKey)
  if (keys.every((key) => key === '')) return { kind: 'none' }
  const lines = text.split('\n')
  const starts = linesWith(lines.map(spacingKey), keys)
  const [start, second] = starts
  if (start === undefined) return { kind: 'none' }
  if (second !== undefined) return { kind: 'ambiguous', lines: starts.slice(0, 5).map((at) => at + 1), count: starts.length }
  const found = lines.slice(start, start + wanted.length)
  const from = lines.slice(0, start).reduce((sum, line) => sum + line.length + 1, 0)
  const to = from + found.reduce((sum, line) => sum + line.length + 1, 0) - 1
  const splice = { from, to, text: adapt({ found, wanted, replacement: linesOf(newText), removal: newText === '' }) }
  // Removing whole lines takes their line end along.
  if (newText === '' && to < text.length) splice.to++
  return { kind: 'whitespace', splices: [splice], firstLine: start + 1, lastLine: start + wanted.length }
}

/** Where `keys` stand in `lines` one after another, each line looked at once (Knuth, Morris and Pratt). */
function linesWith(lines: readonly string[], keys: readonly string[]): readonly number[] {
  const starts: number[] = []
  /** How many of the first keys a line after so many fitting ones still goes on with. */
  const fallBack = [0]
  const next = (line: string | undefined, fitting: number): number => {
    let fits = fitting
    while (fits > 0 && keys[fits] !== line) fits = fallBack[fits - 1] ?? 0
    return keys[fits] === line ? fits + 1 : 0
  }
  for (let at = 1; at < keys.length; at++) fallBack.push(next(keys[at], fallBack[at - 1] ?? 0))
  let fitting = 0
  for (const [at, line] of lines.entries()) {
    fitting = next(line, fitting)
    if (fitting === keys.length) starts.push(at + 1 - keys.length)
  }
  return starts
}

interface Adaptation {
  found: readonly string[]
  wanted: readonly string[]
  replacement: readonly string[]
  removal: boolean
}

/** The replacement in the file's own spacing: lines that do not change keep their bytes, others get the file's indentation. */
function adapt({ found, wanted, replacement, removal }: Adaptation): string {
  if (removal) return ''
  const indents = new Map<string, string>()
  for (const [at, line] of wanted.entries()) if (line.trim() !== '') indents.set(indentOf(line), indentOf(found[at] ?? ''))
  const reindent = reindenter(indents)
  let head = 0
  while (head < wanted.length && head < replacement.length && wanted[head] === replacement[head]) head++
  let tail = 0
  while (tail < wanted.length - head && tail < replacement.length - head && wanted.at(-1 - tail) === replacement.at(-1 - tail)) tail++
  return replacement
    .map((line, at) => {
      if (at < head) return found[at] ?? line
      const fromEnd = replacement.length - at
      if (fromEnd <= tail) return found.at(-fromEnd) ?? line
      return reindent(line)
    })
    .join('\n')
}

/** A last `\n` ends the last line; it does not begin another. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

function spacingKey(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ')
}

function lineNumber(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}

export interface Candidate {
  readonly firstLine: number
  readonly lines: readonly string[]
}

/** The place that looks most like what was searched for; undefined when nothing does. */
export function nearestCandidate(text: string, oldText: string): Candidate | undefined {
  const wanted = linesOf(oldText).slice(0, limits.edit.candidateShown)
  const lines = text.split('\n', limits.edit.candidateLines)
  const anchors = wanted.map((line) => new Set(words(line)))
  let best = { score: 0, at: 0 }
  for (let at = 0; at < lines.length; at++) {
    const first = similarity(anchors[0], lines[at])
    // Scoring every window whole would be quadratic; a window must start or end alike.
    if (first < 0.3 && similarity(anchors.at(-1), lines[at + wanted.length - 1]) < 0.3) continue
    const score = anchors.reduce((sum, anchor, n) => sum + similarity(anchor, lines[at + n]), 0) / anchors.length
    if (score > best.score) best = { score, at }
  }
  if (best.score < 0.3) return undefined
  return { firstLine: best.at + 1, lines: lines.slice(best.at, best.at + wanted.length) }
}

function words(line: string): readonly string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}]/gu) ?? []
}

function similarity(anchor: ReadonlySet<string> | undefined, line: string | undefined): number {
  if (anchor === undefined || line === undefined) return 0
  const found = new Set(words(line.slice(0, limits.read.lineChars)))
  if (anchor.size + found.size === 0) return 1
  let shared = 0
  for (const word of found) if (anchor.has(word)) shared++
  return (2 * shared) / (anchor.size + found.size)
}
