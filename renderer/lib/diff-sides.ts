import type { DiffLine } from './diff-lines.ts'

type CodeLine = Extract<DiffLine, { number: number }>

/** A row of a diff whose two files stand side by side. */
export type DiffRow = { readonly note: string } | { readonly before: CodeLine | undefined; readonly after: CodeLine | undefined }

/** Removed lines stand beside the added ones that follow them, in order; of an unchanged line both sides show the same. */
export function sideBySide(lines: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let removed: CodeLine[] = []
  let added: CodeLine[] = []
  /** The old file's number of an unchanged line is its new one, less what was added before it. */
  let shift = 0
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1) rows.push({ before: removed[at], after: added[at] })
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.kind === 'hunk' || line.kind === 'note') {
      flush()
      rows.push({ note: line.kind === 'hunk' ? `@@ ${line.text}` : line.text })
    } else if (line.kind === 'removed') {
      if (added.length > 0) flush()
      removed.push(line)
      shift -= 1
    } else if (line.kind === 'added') {
      added.push(line)
      shift += 1
    } else {
      flush()
      rows.push({ before: { ...line, number: line.number - shift }, after: line })
    }
  }
  flush()
  return rows
}
