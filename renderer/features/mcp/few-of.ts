/** More rows are not put into the page. */
const MOST = 100

/** Those that hold every word of `wanted`, as many as a page takes, and how many are left. */
export function fewOf<T>(items: readonly T[], wanted: string, wordsOf: (item: T) => string): { items: readonly T[]; left: number } {
  const words = wanted.trim().toLowerCase().split(/\s+/)
  const found = items.filter((item) => words.every((word) => wordsOf(item).toLowerCase().includes(word)))
  return { items: found.slice(0, MOST), left: Math.max(0, found.length - MOST) }
}
