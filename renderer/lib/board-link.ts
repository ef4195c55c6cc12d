/** What of the board is shown; empty: all. */
export interface BoardFilters {
  readonly agent: string
  /** A column's id. */
  readonly state: string
  /** Home only. */
  readonly project: string
}

export interface BoardPlace {
  /** The card that is open in full. */
  readonly taskId?: string | undefined
  readonly filters: BoardFilters
}

export const noFilters: BoardFilters = { agent: '', state: '', project: '' }

const FILTERS = ['agent', 'state', 'project'] as const

/** The fragment of the address that leads to the board: `#/board/0199…?agent=Explore`. */
export function boardLink({ taskId, filters }: BoardPlace): string {
  const said = new URLSearchParams(FILTERS.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
  return `#/board${taskId === undefined ? '' : `/${encodeURIComponent(taskId)}`}${said.size > 0 ? `?${said}` : ''}`
}

/** Where a fragment leads; undefined: not to the board. */
export function readBoardLink(hash: string): BoardPlace | undefined {
  const [path = '', said = ''] = hash.split('?')
  const [root, board, taskId] = path.split('/')
  if (root !== '#' || board !== 'board') return undefined
  const found = new URLSearchParams(said)
  const filters = { agent: found.get('agent') ?? '', state: found.get('state') ?? '', project: found.get('project') ?? '' }
  // Ids are hexadecimal: anything else names no card.
  return taskId !== undefined && /^[\w-]+$/.test(taskId) ? { taskId, filters } : { filters }
}
