import { diffWordsWithSpace } from 'diff'
import type { CodeToken } from './code-colours/index.ts'
import { byteSize, cutLine } from './portion.ts'
import { visibleText } from './visible-text.ts'

export interface DiffSegment {
  readonly text: string
  /** This part of the line is what changed. */
  readonly marked: boolean
  /** The colour of code. */
  readonly kind?: CodeToken['kind']
}

export type DiffLine =
  | { readonly kind: 'hunk'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'context' | 'added' | 'removed'; readonly number: number; readonly segments: readonly DiffSegment[] }

type CodeLine = Extract<DiffLine, { number: number }>

/** Lines longer than this get no word marks: comparing them costs more than they tell. */
const LONGEST_MARKED_LINE = 400

/** What comparing words may take of one diff; lines after that stand without marks. Milliseconds. */
const WORDS_MS = 60

/** The lines of a unified diff with their numbers; file headers are left out, the caller names the file. */
export function parseDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let oldLine = 0
  let newLine = 0
  let oldLeft = 0
  let newLeft = 0
  let removed: CodeLine[] = []
  let added: CodeLine[] = []

  const until = performance.now() + WORDS_MS
  const flush = (): void => {
    lines.push(...(performance.now() < until ? markWords(removed, added, until) : [...removed, ...added]))
    removed = []
    added = []
  }
  const text = diff.endsWith('\n') ? diff.slice(0, -1) : diff
  for (const raw of text === '' ? [] : text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line)
    if (hunk) {
      flush()
      oldLine = Number(hunk[1])
      oldLeft = Number(hunk[2] ?? 1)
      newLine = Number(hunk[3])
      newLeft = Number(hunk[4] ?? 1)
      // The first hunk's mark says nothing unless lines were skipped before it or it names a function.
      if (lines.length > 0 || hunk[5]) lines.push({ kind: 'hunk', text: hunk[5] ?? '' })
    } else if (line.startsWith('\\')) {
      flush()
      lines.push({ kind: 'note', text: line.slice(1).trim() })
    } else if (oldLeft <= 0 && newLeft <= 0) {
      // File headers stand between hunks; a removed line may look like one but is counted by its hunk.
      continue
    } else if (line.startsWith('-')) {
      if (added.length > 0) flush()
      removed.push({ kind: 'removed', number: oldLine++, segments: plain(line.slice(1)) })
      oldLeft -= 1
    } else if (line.startsWith('+')) {
      added.push({ kind: 'added', number: newLine++, segments: plain(line.slice(1)) })
      newLeft -= 1
    } else {
      flush()
      lines.push({ kind: 'context', number: newLine++, segments: plain(line.slice(1)) })
      oldLine += 1
      oldLeft -= 1
      newLeft -= 1
    }
  }
  flush()
  return lines
}

/** What a line weighs in the page, in bytes. */
export function lineSize(line: DiffLine): number {
  return byteSize('segments' in line ? textOf(line) : line.text) + 1
}

/** Marks what differs between line n of the removed and line n of the added. */
function markWords(removed: readonly CodeLine[], added: readonly CodeLine[], until: number): readonly CodeLine[] {
  const before = [...removed]
  const after = [...added]
  for (const [index, old] of removed.entries()) {
    const now = added[index]
    if (!now || performance.now() >= until) break
    const [oldSegments, newSegments] = compare(textOf(old), textOf(now))
    before[index] = { ...old, segments: oldSegments }
    after[index] = { ...now, segments: newSegments }
  }
  return [...before, ...after]
}

function compare(old: string, now: string): [readonly DiffSegment[], readonly DiffSegment[]] {
  if (old.length > LONGEST_MARKED_LINE || now.length > LONGEST_MARKED_LINE) return [plain(old), plain(now)]
  const parts = diffWordsWithSpace(old, now)
  const kept = parts.filter((part) => !part.added && !part.removed).reduce((sum, part) => sum + part.value.trim().length, 0)
  // Lines with hardly a word in common are two lines, not one that changed.
  if (kept * 4 < Math.min(old.trim().length, now.trim().length)) return [plain(old), plain(now)]
  return [
    parts.filter((part) => !part.added).map((part) => ({ text: part.value, marked: part.removed })),
    parts.filter((part) => !part.removed).map((part) => ({ text: part.value, marked: part.added })),
  ]
}

function plain(text: string): readonly DiffSegment[] {
  return [{ text: visibleText(cutLine(text)), marked: false }]
}

function textOf(line: CodeLine): string {
  return line.segments.map((segment) => segment.text).join('')
}
