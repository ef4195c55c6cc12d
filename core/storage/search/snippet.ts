import { folded } from './text.ts'

const BEFORE = 40
const LENGTH = 160

/** The surroundings of the first place, with every place in them; undefined when the text does not hold it. `needle` is folded. */
export function snippetOf(text: string, needle: string): { text: string; matches: { start: number; end: number }[] } | undefined {
  const haystack = folded(text)
  const first = haystack.indexOf(needle)
  if (first < 0) return undefined
  const start = boundary(text, Math.max(0, first - BEFORE))
  const end = boundary(text, Math.min(text.length, Math.max(start + LENGTH, first + needle.length)))
  const matches = []
  for (let at = first; at >= 0 && at + needle.length <= end; at = haystack.indexOf(needle, at + needle.length)) {
    matches.push({ start: at - start, end: at - start + needle.length })
  }
  // Line ends and tabs become blanks of the same length, so that the places stay.
  return { text: text.slice(start, end).replaceAll(/\s/g, ' '), matches }
}

/** Never between the halves of a letter. */
function boundary(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
