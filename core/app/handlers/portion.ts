/** Half of what a frame holds: the other half is for what stands around it. */
const MOST_BYTES = 500_000

/** As many of the first items as one answer takes, at least one. */
export function portionOf<T>(items: readonly T[]): T[] {
  let bytes = 0
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return index > 0 && bytes > MOST_BYTES
  })
  return items.slice(0, end < 0 ? items.length : end)
}
