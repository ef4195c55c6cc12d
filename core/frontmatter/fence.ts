import { isMap, parseDocument } from 'yaml'
import { plainLine } from './plain-line.ts'

/** A rule in the body reads like a fence; more candidates than this are not tried. */
const MAX_CANDIDATES = 20

/**
 * Index of the line that closes the head: the first `---` or `...` at the left edge above which the text is a map, else the
 * first one of all. Undefined without a head.
 */
export function findFence(lines: readonly string[]): number | undefined {
  if (lines[0]?.trimEnd() !== '---') return undefined
  const candidates: number[] = []
  for (let index = 1; index < lines.length && candidates.length < MAX_CANDIDATES; index += 1) {
    if (/^(---|\.\.\.)\s*$/.test(lines[index] ?? '')) candidates.push(index)
  }
  return candidates.find((end) => isMapText(lines.slice(1, end).join('\n'))) ?? candidates[0]
}

/** A fence at the left edge inside quotes ends a document for YAML; a blank before it changes nothing of the value. */
export function withoutInnerFences(lines: readonly string[]): string[] {
  return lines.map((line) => (/^(---|\.\.\.)\s*$/.test(line) ? ` ${line}` : line))
}

function isMapText(text: string): boolean {
  const lines = text.split('\n')
  if (text.trim() === '' || lines.every((line) => plainLine(line) !== undefined)) return true
  const document = parseDocument(withoutInnerFences(lines).join('\n'), { prettyErrors: false })
  return document.errors.length === 0 && isMap(document.contents)
}
