import type { Task, TaskStatus } from '../../../core/contract/tasks.ts'
import type { IconName } from '../../ui/index.ts'

export type ColumnId = 'todo' | 'queued' | 'running' | 'waiting' | 'done' | 'failed'
export type Verb = 'start' | 'stop' | 'resume'

/** What a person does with a card; `agent`: the one that is to begin it. */
export interface Deed {
  readonly verb: Verb | 'open' | 'stopChildren' | 'merge' | 'discard' | 'remove'
  readonly agent?: string
}

interface Column {
  readonly id: ColumnId
  readonly icon: IconName
  readonly statuses: readonly TaskStatus[]
}

/** The board from left to right. */
export const columns: readonly Column[] = [
  { id: 'todo', icon: 'ring', statuses: ['todo'] },
  { id: 'queued', icon: 'queued', statuses: ['queued'] },
  { id: 'running', icon: 'spinner', statuses: ['running'] },
  { id: 'waiting', icon: 'diamond', statuses: ['waiting'] },
  { id: 'done', icon: 'check-circle', statuses: ['completed'] },
  { id: 'failed', icon: 'octagon-x', statuses: ['failed', 'cancelled', 'interrupted'] },
]

export function columnOf({ status }: Task): Column | undefined {
  return columns.find(({ statuses }) => statuses.includes(status))
}

/** What a person can do with a card in that state; undefined: nothing. */
export function verbOf({ status, run }: Task): Verb | undefined {
  if (status === 'queued' || status === 'running' || status === 'waiting') return 'stop'
  return run === 0 ? (status === 'todo' ? 'start' : undefined) : 'resume'
}

/** What else can be done once nobody is at work: with what a worktree holds, and with the card itself. */
export function restingVerbs(task: Task): readonly ('merge' | 'discard' | 'remove')[] {
  if (verbOf(task) === 'stop') return []
  return task.worktree?.state === 'changed' ? ['merge', 'discard'] : ['remove']
}

/** What is wanted next of most cards in that state; it stands on the card itself. */
export function nearVerb(task: Task): 'merge' | 'resume' | undefined {
  if (task.status === 'completed') return task.worktree?.state === 'changed' ? 'merge' : undefined
  return verbOf(task) === 'resume' ? 'resume' : undefined
}

/** What dropping the card on that column means; undefined: it cannot go there. */
export function verbOfDrop(task: Task, onto: ColumnId): Verb | undefined {
  const verb = verbOf(task)
  const wanted: readonly ColumnId[] = verb === 'stop' ? ['failed'] : ['queued', 'running']
  return verb && wanted.includes(onto) ? verb : undefined
}

interface Wanted {
  readonly text: string
  /** Empty: any. */
  readonly agent: string
  readonly column: ColumnId | ''
  readonly projectId: string
}

export type Board = ReadonlyMap<ColumnId, readonly Task[]>

/** Every column's cards in the order of the list. A column that is as it was `before` is the same list: it need not be drawn anew. */
export function arrange(tasks: readonly Task[], { text, agent, column, projectId }: Wanted, before?: Board): Board {
  const word = text.trim().toLowerCase()
  const fits = (task: Task): boolean =>
    (agent === '' || agentOf(task) === agent) &&
    (projectId === '' || task.projectId === projectId) &&
    (word === '' || `${task.id} ${task.name} ${task.subject} ${task.description}`.toLowerCase().includes(word))
  const fitting = tasks.filter(fits)
  const wanted = columns.filter(({ id }) => column === '' || id === column)
  return new Map(
    wanted.map(({ id, statuses }) => {
      const now = fitting.filter(({ status }) => statuses.includes(status))
      const was = before?.get(id)
      return [id, was?.length === now.length && now.every((task, index) => task === was[index]) ? was : now]
    }),
  )
}

/** Who works at it; empty: nobody yet. */
export function agentOf({ facts, owner }: Task): string {
  return facts?.agent ?? owner
}

/** The end of an id tells cards apart; its beginning is the time. */
export function shortId(id: string): string {
  return `#${id.slice(-4)}`
}

/** Where an arrow key leads from a card; undefined: it stays. */
export function moveOnBoard(board: Board, id: string, key: string): string | undefined {
  const lists = columns.map((column) => board.get(column.id) ?? [])
  const at = lists.findIndex((list) => list.some((task) => task.id === id))
  const row = lists[at]?.findIndex((task) => task.id === id) ?? -1
  if (at < 0 || row < 0) return undefined
  if (key === 'ArrowDown') return lists[at]?.[row + 1]?.id
  if (key === 'ArrowUp') return lists[at]?.[row - 1]?.id
  if (key === 'Home') return lists[at]?.[0]?.id
  if (key === 'End') return lists[at]?.at(-1)?.id
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const beside = key === 'ArrowRight' ? lists.slice(at + 1) : lists.slice(0, at).toReversed()
  const next = beside.find((list) => list.length > 0)
  return (next?.[row] ?? next?.at(-1))?.id
}
