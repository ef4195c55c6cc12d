import { structuredPatch, type StructuredPatchHunk } from 'diff'
import { limits } from '../limits.ts'

export interface FileDiff {
  /** Unified, with `a/` and `b/` headers; empty when nothing changed. */
  readonly diff: string
  readonly added: number
  readonly removed: number
  /** The diff was cut at its limit; the counts are whole. */
  readonly truncated: boolean
}

/** What changed between two texts. `before` undefined: the file is new. `path` as shown, with `/`. */
export function unifiedDiff(path: string, before: string | undefined, after: string): FileDiff {
  const old = before ?? ''
  const hunks = old === after ? [] : changedHunks(old, after)
  let added = 0
  let removed = 0
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added++
      else if (line.startsWith('-')) removed++
    }
  }
  if (hunks.length === 0) return { diff: '', added, removed, truncated: false }
  const head = `--- ${before === undefined ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n`
  const { text, truncated } = writeHunks(hunks)
  return { diff: head + text, added, removed, truncated }
}

/** Only the lines between the first and the last difference are compared: an edit of a large file costs what the edit is. */
function changedHunks(before: string, after: string): readonly StructuredPatchHunk[] {
  const same = commonHead(before, after)
  const sameEnd = commonTail(before, after, Math.min(before.length, after.length) - same)
  const from = linesBack(before, same)
  const tail = linesForward(before, before.length - sameEnd)
  const to = after.length - (before.length - tail)
  const skipped = countNewlines(before, from)
  return compare(before.slice(from, tail), after.slice(from, to)).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + skipped,
    newStart: hunk.newStart + skipped,
  }))
}

const BLOCK = 4_096

/** Whole blocks first: comparing strings is a machine's work, comparing characters is ours. */
function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let same = 0
  while (same + BLOCK <= most && a.slice(same, same + BLOCK) === b.slice(same, same + BLOCK)) same += BLOCK
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same++
  return same
}

function commonTail(a: string, b: string, most: number): number {
  let same = 0
  const blockAt = (text: string): string => text.slice(text.length - same - BLOCK, text.length - same)
  while (same + BLOCK <= most && blockAt(a) === blockAt(b)) same += BLOCK
  while (same < most && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++
  return same
}

function compare(before: string, after: string): readonly StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: limits.diff.contextLines, maxEditLength: limits.diff.edits })
  return patch?.hunks ?? lineByLine(before, after) ?? [wholeBlock(before, after)]
}

/** For many changes that each stay in their line, such as a name replaced everywhere. */
function lineByLine(before: string, after: string): readonly StructuredPatchHunk[] | undefined {
  const old = before.split('\n')
  const now = after.split('\n')
  // Without a final line end the last line would need its mark; that is not worth a second way.
  if (old.length !== now.length || old.at(-1) !== '' || now.at(-1) !== '') return undefined
  const hunks: StructuredPatchHunk[] = []
  for (let at = 0; at < old.length - 1;) {
    if (old[at] === now[at]) {
      at++
      continue
    }
    let end = at
    while (end < old.length - 1 && old[end] !== now[end]) end++
    const lines = [...old.slice(at, end).map((line) => `-${line}`), ...now.slice(at, end).map((line) => `+${line}`)]
    hunks.push({ oldStart: at + 1, oldLines: end - at, newStart: at + 1, newLines: end - at, lines })
    at = end
  }
  return hunks
}

/** Everything out, everything in: for changes too large to line up. */
function wholeBlock(before: string, after: string): StructuredPatchHunk {
  const removed = marked(before, '-')
  const added = marked(after, '+')
  return {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.lines, ...added.lines],
  }
}

function marked(text: string, mark: string): { lines: readonly string[]; count: number } {
  if (text === '') return { lines: [], count: 0 }
  const lines = text.split('\n')
  const open = lines.at(-1) !== ''
  if (!open) lines.pop()
  return { lines: [...lines.map((line) => mark + line), ...(open ? ['\\ No newline at end of file'] : [])], count: lines.length }
}

function linesBack(text: string, at: number): number {
  let start = text.lastIndexOf('\n', at - 1) + 1
  if (at === 0) start = 0
  for (let n = 0; n < limits.diff.contextLines && start > 0; n++) start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
  return start
}

function linesForward(text: string, at: number): number {
  let end = at
  // One more than the context: `at` may stand inside a line.
  for (let n = 0; n <= limits.diff.contextLines && end < text.length; n++) {
    const next = text.indexOf('\n', end)
    end = next < 0 ? text.length : next + 1
  }
  return end
}

function countNewlines(text: string, until: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < until; at = text.indexOf('\n', at + 1)) count++
  return count
}

function writeHunks(hunks: readonly StructuredPatchHunk[]): { text: string; truncated: boolean } {
  let text = ''
  let room: number = limits.diff.bytes
  for (const hunk of hunks) {
    const fitting = fit(hunk, room)
    const written = fitting.lines.length > 0 ? writeHunk(fitting) : ''
    text += written
    room -= Buffer.byteLength(written)
    if (fitting.lines.length < hunk.lines.length) return { text, truncated: true }
  }
  return { text, truncated: false }
}

/** The lines of a hunk that fit, its counts made right again so that the diff still reads. */
function fit(hunk: StructuredPatchHunk, bytes: number): StructuredPatchHunk {
  let used = 0
  let kept = 0
  let oldLines = 0
  let newLines = 0
  for (const line of hunk.lines) {
    used += Buffer.byteLength(line) + 1
    if (used > bytes) break
    kept++
    if (!line.startsWith('+') && !line.startsWith('\\')) oldLines++
    if (!line.startsWith('-') && !line.startsWith('\\')) newLines++
  }
  return kept === hunk.lines.length ? hunk : { ...hunk, lines: hunk.lines.slice(0, kept), oldLines, newLines }
}

function writeHunk({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}\n`
}

function range(start: number, lines: number): string {
  // An empty side is named by the line before it.
  return lines === 1 ? `${start}` : `${lines === 0 ? start - 1 : start},${lines}`
}
