import type { Task } from '../../../core/contract/tasks.ts'

const LINE = 16
const GAP = 4
/** Edge and padding, above and below together. */
const AROUND = 18
const FOOT = LINE + 5
/** Between two cards of a column. */
export const BETWEEN = 8

/** Which lines a card has below its title and its agent: its height is known before it is drawn. */
interface CardLines {
  /** What it does, asks, or came to. */
  readonly live: boolean
  /** What it waits for, or what waits for it. */
  readonly ties: boolean
  readonly branch: boolean
  /** Tokens, cost and time. */
  readonly foot: boolean
}

export function linesOf({ status, facts, plan, blockedBy, blocks, worktree }: Task): CardLines {
  const isOver = status === 'completed'
  return {
    live: plan !== null || !(status === 'todo' || status === 'queued' || (isOver && facts?.result === '')),
    ties: !isOver && (blocks.length > 0 || blockedBy.some(({ state }) => state !== 'done')),
    branch: worktree !== null && worktree.state !== 'gone',
    foot: facts !== null && facts.startedAt !== null,
  }
}

/** Pixels, for a title of so many lines. */
export function heightOf(task: Task, titleLines: 1 | 2): number {
  const { live, ties, branch, foot } = linesOf(task)
  const lines = [live, ties, branch].filter(Boolean).length
  return AROUND + titleLines * LINE + GAP + LINE + lines * (GAP + LINE) + (foot ? GAP + FOOT : 0)
}

/** Where each card begins in its column, in pixels, and behind the last one where the column ends. */
export function topsOf(heights: readonly number[]): readonly number[] {
  const tops = [0]
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height + BETWEEN)
  return tops
}

/** Index of the card at that height of the column. */
export function cardAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}
