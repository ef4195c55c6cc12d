export interface BoardPlace {
  /** The card that is open in full. */
  readonly taskId?: string
}

/** The fragment of the address that leads to the board: `#/board/0199…`. */
export function boardLink({ taskId }: BoardPlace): string {
  return taskId === undefined ? '#/board' : `#/board/${encodeURIComponent(taskId)}`
}

/** Where a fragment leads; undefined: not to the board. */
export function readBoardLink(hash: string): BoardPlace | undefined {
  const [root, board, taskId] = hash.split('/')
  if (root !== '#' || board !== 'board') return undefined
  // Ids are hexadecimal: anything else names no card.
  return taskId !== undefined && /^[\w-]+$/.test(taskId) ? { taskId } : {}
}
