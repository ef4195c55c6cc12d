/** The candidate a slip of the fingers away from `word` (≤ 2 edits, and fewer than half its letters), if any. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]/g, '')
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: distance(plain(word), plain(candidate)) }))
    .toSorted((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best && best.edits <= 2 && best.edits * 2 < best.candidate.length ? best.candidate : undefined
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
