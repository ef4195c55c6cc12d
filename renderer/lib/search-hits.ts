import type { DiffSegment } from './diff-lines.ts'
import { byteSize, cutLine } from './portion.ts'
import { visibleText } from './visible-text.ts'

export interface SearchHit {
  /** As the tool wrote it. */
  readonly path: string
  readonly name: string
  readonly line: number
  /** What the pattern met is marked. */
  readonly segments: readonly DiffSegment[]
}

/** The hits of a content search: a file's path on a line of its own, below it `line:text`; context and notes are left out. */
export function parseHits(output: string, pattern: string): readonly SearchHit[] {
  const search = compiled(pattern)
  const hits: SearchHit[] = []
  const until = performance.now() + MARKS_MS
  let path = ''
  let isPathNext = true
  for (const raw of output.split('\n')) {
    if (raw === '') {
      isPathNext = true
      continue
    }
    const [, line, text = ''] = (!isPathNext && /^(\d+):(.*)$/.exec(raw)) || []
    if (isPathNext) path = raw
    else if (line !== undefined)
      hits.push({
        path,
        name: path.split('/').at(-1) ?? path,
        line: Number(line),
        segments: mark(visibleText(cutLine(text.trim())), performance.now() < until ? search : undefined),
      })
    isPathNext = false
  }
  return hits
}

/** What a hit weighs in the page, in bytes. */
export function hitSize({ name, segments }: SearchHit): number {
  return byteSize(name) + segments.reduce((sum, { text }) => sum + byteSize(text), 8)
}

/** The pattern is ripgrep's; the few that JavaScript cannot read are shown without marks. */
function compiled(pattern: string): Search | undefined {
  if (pattern === '' || pattern.length > 200 || REPEATED_GROUP.test(pattern)) return undefined
  const choices = pattern.replaceAll(/\\./g, 'x').match(/[*+?{]|\|(?=[^(]*\))/g)?.length ?? 0
  try {
    return choices > MAX_CHOICES ? undefined : { regex: new RegExp(pattern, 'g'), longest: MAX_STEPS ** (1 / (choices + 1)) }
  } catch {
    return undefined
  }
}

/** A repeat of a group and back references can take JavaScript's engine for ever; ripgrep's does not mind. */
const REPEATED_GROUP = /\)[+*{?]|\\[1-9k]/
/** Each repeat and each choice multiplies the ways to compare a line. */
const MAX_CHOICES = 8
/** Of one line. */
const MAX_STEPS = 20_000_000
/** What marking may take of one result; hits after that stand without marks. Milliseconds. */
const MARKS_MS = 60

interface Search {
  readonly regex: RegExp
  /** The longest line it may be held against. */
  readonly longest: number
}

function mark(text: string, search: Search | undefined): readonly DiffSegment[] {
  if (!search || text.length > Math.min(500, search.longest)) return [{ text, marked: false }]
  const segments: DiffSegment[] = []
  let end = 0
  for (const match of text.matchAll(search.regex)) {
    if (match[0] === '') continue
    if (match.index > end) segments.push({ text: text.slice(end, match.index), marked: false })
    segments.push({ text: match[0], marked: true })
    end = match.index + match[0].length
  }
  if (end < text.length) segments.push({ text: text.slice(end), marked: false })
  return segments
}
