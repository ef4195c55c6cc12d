export interface FuzzyMatch {
  /** Higher is better; 0 for an empty query. */
  readonly score: number
  /** Places in the text that the query's letters fell on, rising. */
  readonly places: readonly number[]
}

const WORD_START = /[\s/._:\-–·]/

/** How well `query` fits `text`: the whole of it in one piece, or its letters in order. Undefined: not at all. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const wanted = query.trim().toLowerCase()
  const lower = text.toLowerCase()
  if (wanted === '') return { score: 0, places: [] }
  const at = lower.indexOf(wanted)
  if (at >= 0) {
    const places = Array.from(wanted, (_, index) => at + index)
    return { score: 1000 + (isWordStart(lower, at) ? 500 : 0) - Math.min(at, 200) - Math.min(lower.length, 200) / 10, places }
  }
  return scattered(wanted.replaceAll(/\s/g, ''), lower)
}

function scattered(wanted: string, text: string): FuzzyMatch | undefined {
  const places: number[] = []
  let score = 0
  for (const letter of wanted) {
    const before = places.at(-1) ?? -1
    const at = text.indexOf(letter, before + 1)
    if (at < 0) return undefined
    score += (at === before + 1 ? 10 : 0) + (isWordStart(text, at) ? 8 : 0) - Math.min(at - before, 20) / 4
    places.push(at)
  }
  return { score, places }
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || WORD_START.test(text[at - 1] ?? '')
}
