import type { RunFacts, Task, Worktree } from '../contract/tasks.ts'
import type { OwnWorktree, Worktrees } from '../git/index.ts'
import type { Logger } from '../platform/platform.ts'
import type { Storage } from '../storage/types.ts'

/** An agent's worktree from run to run. */
export interface WorktreeLife {
  /** Before a run: one that is gone is made anew. `AppError('worktree.*' | 'git.*')`. */
  enter(run: { id: string; facts: RunFacts }): Promise<RunFacts>
  /** After a run: one in which nothing changed is removed, unless somebody still works in it. */
  leave(run: { id: string; facts: RunFacts }, isShared: boolean): Promise<RunFacts>
}

/** The card's own worktree; undefined: it has none, or works in its parent's. */
export function ownWorktree(storage: Storage, { id, facts }: Pick<Task, 'id' | 'facts'>): OwnWorktree | undefined {
  const place = storage.sessions.get(id)?.agent?.worktree
  return place && facts?.worktree ? { place, base: facts.worktree.base } : undefined
}

export function createWorktreeLife({ storage, worktrees, log }: { storage: Storage; worktrees: Worktrees; log: Logger }): WorktreeLife {
  const rootOf = (id: string): string => storage.projects.get(storage.sessions.get(id)?.projectId ?? '')?.path ?? ''
  return {
    async enter({ id, facts }) {
      const own = ownWorktree(storage, { id, facts })
      if (!own) return facts
      const base = await worktrees.enter(rootOf(id), own.place)
      return base === undefined ? facts : withWorktree(facts, { base, state: 'clean' })
    },
    async leave({ id, facts }, isShared) {
      const own = ownWorktree(storage, { id, facts })
      if (!own || isShared) return facts
      try {
        return withWorktree(facts, { state: await worktrees.leave(rootOf(id), own) })
      } catch (error) {
        // What cannot be looked at is kept.
        log.log('warn', 'agents', 'a worktree was kept without a look at it', { id, detail: String(error) })
        return withWorktree(facts, { state: 'changed' })
      }
    },
  }
}

function withWorktree(facts: RunFacts, changes: Partial<Worktree>): RunFacts {
  return { ...facts, worktree: facts.worktree && { ...facts.worktree, ...changes } }
}

/** What the agent is told before its task. */
export function worktreePrompt({ path, branch }: Worktree): string {
  return `You work in a git worktree of your own: ${path} (branch ${branch}). The project's own folder can be read and not be written. Leave your changes where you make them: the user looks at them and merges them.`
}

/** What whoever hears of its end is told; empty where nothing was left. */
export function worktreeNote(worktree: Worktree | null): string {
  if (worktree?.state !== 'changed') return ''
  const { path, branch } = worktree
  return `Its changes are in the worktree ${path} on branch ${branch}, not in the project's folder; the user merges or discards them on the board.`
}
