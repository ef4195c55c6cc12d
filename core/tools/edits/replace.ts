import { limits } from '../limits.ts'
import { cutHead } from '../text/cut.ts'
import { commonLineEnd, lineView, withLineEnds, type LineEnd } from '../text/line-ends.ts'
import { ToolFailure } from '../types.ts'
import { findMatch, nearestCandidate, type Match, type Replacement, type Splice } from './match.ts'

export interface Replaced {
  readonly text: string
  /** For the model: how many places, and whether spacing was ignored. */
  readonly report: string
}

/** `text` with the replacement spliced in literally; every byte outside the places stays. Throws `ToolFailure` when it is not clear where. */
export function replaceIn(text: string, replacement: Replacement, shown: string): Replaced {
  const view = lineView(text)
  const match = findMatch(view.text, replacement)
  if (match.kind === 'none') throw notFound(view.text, replacement.oldText, shown)
  if (match.kind === 'ambiguous') throw ambiguous(match, shown)
  const pieces: string[] = []
  let done = 0
  for (const splice of match.splices) {
    const from = view.original(splice.from)
    const to = view.original(splice.to)
    pieces.push(text.slice(done, from), withLineEnds(splice.text, text.slice(from, to), lineEndNear(text, from)))
    done = to
  }
  pieces.push(text.slice(done))
  return { text: pieces.join(''), report: report(match.splices, match) }
}

/** In a file of mixed line ends, new lines go with the line they stand in. */
function lineEndNear(text: string, at: number): LineEnd {
  const next = /\r\n|\n|\r/g
  next.lastIndex = at
  const end = next.exec(text)?.[0]
  return end === '\r\n' || end === '\r' || end === '\n' ? end : (commonLineEnd(text) ?? '\n')
}

function report(splices: readonly Splice[], match: Extract<Match, { kind: 'exact' | 'whitespace' }>): string {
  if (match.kind === 'exact') return splices.length === 1 ? '1 place.' : `${splices.length} places.`
  return `1 place, lines ${match.firstLine}-${match.lastLine}. old_string differed from the file in spaces or tabs only; the file's indentation was kept. Look at it again before editing there.`
}

function ambiguous({ lines, count }: Extract<Match, { kind: 'ambiguous' }>, shown: string): ToolFailure {
  const more = count > lines.length ? ', …' : ''
  return new ToolFailure(
    `old_string stands ${count} times in ${shown} (lines ${lines.join(', ')}${more}). Add surrounding lines so that it is unique, or set replace_all.`,
  )
}

function notFound(text: string, oldText: string, shown: string): ToolFailure {
  const nearest = nearestCandidate(text, oldText)
  if (!nearest) return new ToolFailure(`old_string was not found in ${shown}, nor anything like it. Read the file again.`)
  const lines = nearest.lines.map((line, at) => `${nearest.firstLine + at}\t${cutHead(line, 300)}`)
  return new ToolFailure(
    `old_string was not found in ${shown}. The nearest is at line ${nearest.firstLine}:\n${cutHead(lines.join('\n'), limits.read.lineChars * 2)}\nRead that part and use its exact text.`,
  )
}
