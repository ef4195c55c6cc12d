/** Never more of one tool's output or one file's changes in the page, in bytes of UTF-8: a card is no file viewer. */
export const MOST_BYTES = 60_000
export const MOST_LINES = 1000

/** Longer lines are cut: nobody reads on, and one minified file would be all there is. */
const LONGEST_LINE = 4000

/** How many of the first `count` items fit into the page. */
export function fitting<T>(items: readonly T[], sizeOf: (item: T) => number, count = MOST_LINES): number {
  let room = MOST_BYTES
  const most = Math.min(items.length, count, MOST_LINES)
  for (let index = 0; index < most; index += 1) {
    const item = items[index]
    if (item !== undefined) room -= sizeOf(item)
    if (room < 0) return index
  }
  return most
}

export function byteSize(text: string): number {
  let bytes = text.length
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    // A surrogate is half of a four-byte character.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
  }
  return bytes
}

/** Some of its lines are cut in the page. */
export function hasCutLines(text: string): boolean {
  return text.split('\n').some((line) => line.length > LONGEST_LINE + 1)
}

/** A line as it may stand in the page. */
export function cutLine(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line
}
