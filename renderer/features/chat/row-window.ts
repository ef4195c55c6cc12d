export interface SeenPart {
  /** Pixels from the first row's top; undefined at the end. */
  readonly top: number | undefined
  /** Of the view, in pixels. */
  readonly height: number
  /** Of rows that were drawn once, by id, in pixels. */
  readonly heights: ReadonlyMap<string, number>
}

export interface DrawnRow<T> {
  readonly row: T
  readonly index: number
  /** Pixels of the rows before it that are not drawn. */
  readonly above: number
}

export interface DrawnRows<T> {
  readonly rows: readonly DrawnRow<T>[]
  readonly isWhole: boolean
}

/** As many rows are drawn whatever their place: most conversations are shorter. */
const WHOLE = 120
/** The view's heights drawn before and after it. */
const MARGIN = 2
/** A row that was never drawn, while nothing is known of others. */
const GUESS_PX = 60

/** The rows to draw, in order, with the distances that stand for the others. */
export function rowsToDraw<T extends { readonly id: string }>(rows: readonly T[], seen: SeenPart, kept: ReadonlySet<string>): DrawnRows<T> {
  if (rows.length <= WHOLE) return { rows: rows.map((row, index) => ({ row, index, above: 0 })), isWhole: true }
  const { height, heights } = seen
  const guess = guessOf(heights)
  const top = seen.top ?? heightOf(rows, heights) - height
  const from = top - MARGIN * height
  const to = top + (1 + MARGIN) * height
  const drawn: DrawnRow<T>[] = []
  let start = 0
  let above = 0
  for (const [index, row] of rows.entries()) {
    const size = heights.get(row.id) ?? guess
    // The newest is always there: it grows, and it is what is waited for.
    if ((start + size >= from && start <= to) || kept.has(row.id) || index === rows.length - 1) {
      drawn.push({ row, index, above })
      above = 0
    } else above += size
    start += size
  }
  return { rows: drawn, isWhole: false }
}

/** Of these rows together, in pixels: as measured, else as the measured ones are on average. */
export function heightOf(rows: readonly { readonly id: string }[], heights: ReadonlyMap<string, number>): number {
  const guess = guessOf(heights)
  return rows.reduce((sum, { id }) => sum + (heights.get(id) ?? guess), 0)
}

function guessOf(heights: ReadonlyMap<string, number>): number {
  if (heights.size === 0) return GUESS_PX
  let sum = 0
  for (const height of heights.values()) sum += height
  return Math.round(sum / heights.size)
}
