import type { CodeToken } from './code-colours/index.ts'
import type { DiffLine, DiffSegment } from './diff-lines.ts'

/** The text of one side of a diff, as far as the diff shows it. */
export function sideText(lines: readonly DiffLine[], side: 'added' | 'removed'): string {
  return lines.flatMap((line) => (line.kind === side || line.kind === 'context' ? [textOf(line.segments)] : [])).join('\n')
}

/** The same lines in the colours of their code; `before` and `after` are the lines of `sideText`. */
export function inColours(
  lines: readonly DiffLine[],
  { before, after }: { before: readonly (readonly CodeToken[])[] | undefined; after: readonly (readonly CodeToken[])[] | undefined },
): readonly DiffLine[] {
  let [old, now] = [0, 0]
  return lines.map((line) => {
    if (line.kind === 'hunk' || line.kind === 'note') return line
    const tokens = line.kind === 'removed' ? before?.[old] : after?.[now]
    if (line.kind !== 'added') old += 1
    if (line.kind !== 'removed') now += 1
    return tokens ? { ...line, segments: cutAlong(line.segments, tokens) } : line
  })
}

/** Segments cut where the colour changes. */
function cutAlong(segments: readonly DiffSegment[], tokens: readonly CodeToken[]): readonly DiffSegment[] {
  const cut: DiffSegment[] = []
  let [at, used] = [0, 0]
  for (const segment of segments) {
    let rest = segment.text
    while (rest !== '') {
      const token = tokens[at]
      const piece = token ? rest.slice(0, token.text.length - used) : rest
      cut.push({ text: piece, marked: segment.marked, ...(token?.kind && { kind: token.kind }) })
      rest = rest.slice(piece.length)
      used += piece.length
      if (token && used >= token.text.length) [at, used] = [at + 1, 0]
    }
  }
  return cut
}

function textOf(segments: readonly DiffSegment[]): string {
  return segments.map(({ text }) => text).join('')
}
