/** The first lines of a list that fit into `bytes`, at least one. */
export function fitLines(lines: readonly string[], bytes: number): readonly string[] {
  let used = 0
  const end = lines.findIndex((line) => (used += Buffer.byteLength(line) + 1) > bytes)
  return end < 0 ? lines : lines.slice(0, Math.max(end, 1))
}
