/** A card as it lies on the board, in pixels of the board; `column`: from left to right. */
export interface Spot {
  readonly column: number
  readonly left: number
  readonly right: number
  /** Its middle, held within the column's own sight. */
  readonly y: number
  /** Its middle is in sight. */
  readonly isSeen: boolean
}

export interface Wire {
  readonly path: string
  /** Where the card that waits is; undefined: out of sight. */
  readonly dot: { readonly x: number; readonly y: number } | undefined
}

/** Half of the gap between two columns. */
const HALF_GAP = 4

/**
 * A line from the card that waits to the card it waits for. It runs in the gaps between the columns, and above the cards where
 * columns lie between the two.
 */
export function wireOf(waiting: Spot, blocker: Spot, aboveY: number): Wire {
  const isRightwards = waiting.column <= blocker.column
  const start = isRightwards ? waiting.right : waiting.left
  const first = isRightwards ? start + HALF_GAP : start - HALF_GAP
  const end = isRightwards && waiting.column !== blocker.column ? blocker.left : blocker.right
  const last = end === blocker.left ? end - HALF_GAP : end + HALF_GAP
  const across = Math.abs(first - last) > HALF_GAP ? `V${aboveY}H${last}` : ''
  return {
    path: `M${start} ${waiting.y}H${first}${across}V${blocker.y}H${end}`,
    dot: waiting.isSeen ? { x: start, y: waiting.y } : undefined,
  }
}
