/** The candidate that needs the fewest typing corrections to become `word`; empty: each needs more than `atMost`. */
export function closest(word: string, candidates: readonly string[], atMost = Infinity): string {
  let best = candidates[0] ?? ''
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const distance = corrections(word.slice(0, 60), candidate)
    if (distance >= bestDistance) continue
    best = candidate
    bestDistance = distance
  }
  return bestDistance <= atMost ? best : ''
}

/** Levenshtein distance, one row at a time. */
function corrections(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
