import type { Task, TaskStatus } from '../contract/tasks.ts'
import type { Connection } from './connection.ts'

/** Which cards wait for which. */
export function createTaskBlocks(connection: Connection): {
  of(id: string): Pick<Task, 'blockedBy' | 'blocks'>
  /** Answers the circle it would close and then adds nothing; the caller holds the transaction. */
  add(id: string, blockers: readonly string[]): string[] | undefined
  /** The same, in place of those there were. */
  replace(id: string, blockers: readonly string[]): string[] | undefined
} {
  const insert = connection.statement('INSERT OR IGNORE INTO task_blocks (task_id, blocked_by) VALUES ($id, $blocker)')
  const clear = connection.statement('DELETE FROM task_blocks WHERE task_id = $id')
  const before = connection.statement<{ blocked_by: string; status: TaskStatus | null }>(`
    SELECT b.blocked_by, t.status FROM task_blocks b LEFT JOIN tasks t ON t.id = b.blocked_by WHERE b.task_id = $id ORDER BY b.blocked_by`)
  const after = connection.statement<{ task_id: string }>('SELECT task_id FROM task_blocks WHERE blocked_by = $id ORDER BY task_id')

  /** From `from` along what it waits for to `to`. */
  function path(from: string, to: string, seen: Set<string>): string[] | undefined {
    if (from === to) return [from]
    if (seen.has(from)) return undefined
    seen.add(from)
    for (const { blocked_by } of before.all({ id: from })) {
      const rest = path(blocked_by, to, seen)
      if (rest) return [from, ...rest]
    }
    return undefined
  }
  function circleOf(id: string, blockers: readonly string[]): string[] | undefined {
    for (const blocker of blockers) {
      const circle = path(blocker, id, new Set())
      if (circle) return [id, ...circle]
    }
    return undefined
  }
  return {
    of: (id) => ({
      blockedBy: before.all({ id }).map(({ blocked_by, status }) => ({ id: blocked_by, state: blockerState(status) })),
      blocks: after.all({ id }).map(({ task_id }) => task_id),
    }),
    add(id, blockers) {
      const circle = circleOf(id, blockers)
      if (!circle) for (const blocker of blockers) insert.run({ id, blocker })
      return circle
    },
    replace(id, blockers) {
      const circle = circleOf(id, blockers)
      if (circle) return circle
      clear.run({ id })
      for (const blocker of blockers) insert.run({ id, blocker })
      return undefined
    },
  }
}

/** What a card in that state is for those that wait for it; null: it is not there. */
export function blockerState(status: TaskStatus | null): Task['blockedBy'][number]['state'] {
  if (status === 'completed') return 'done'
  return status === null || status === 'cancelled' ? 'gone' : 'open'
}
