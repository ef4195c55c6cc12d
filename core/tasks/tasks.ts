import { closest } from '../base/closest.ts'
import { AppError } from '../contract/errors.ts'
import type { CardPlan, RunFacts, Task, TaskActor, TaskStatus, Worktree } from '../contract/tasks.ts'
import type { NewTask, TaskNotice, TaskRepository } from '../storage/task-types.ts'
import { finalStates, mayBecome } from './states.ts'

export interface TaskChanging {
  readonly by: TaskActor
  readonly reason?: string
  readonly facts?: Partial<RunFacts>
  /** A new run begins with it. */
  readonly run?: RunFacts
  /** Who has the card from now on. */
  readonly owner?: string
  /** What the conversation is told, kept with the change. */
  readonly notice?: TaskNotice
}

/** Whose cards: of a project, and by name those of a conversation first. Undefined narrows nothing. */
export interface TaskPlace {
  readonly projectId: string | undefined
  readonly sessionId?: string | undefined
}

/** Cards: every change is checked, written to the journal, and told. */
export interface Tasks {
  create(task: NewTask): Task
  get(id: string): Task | undefined
  /** By id, name, or the beginning of an id. `AppError('task.not_found')`, naming the nearest; `'task.ambiguous'`, naming those meant. */
  find(which: string, place: TaskPlace): Task
  /** The card of a conversation that has the name, however it is written. */
  named: TaskRepository['named']
  list: TaskRepository['list']
  atWork: TaskRepository['atWork']
  ready: TaskRepository['ready']
  /** Who begins by itself once nothing blocks the card; to be said after what it waits for. */
  setPlan(id: string, plan: CardPlan): void
  /** It does not begin by itself any more. */
  dropPlan(id: string): void
  runs: TaskRepository['runs']
  journal: TaskRepository['journal']
  /** `AppError('task.not_possible')` where the card cannot become that. */
  move(id: string, to: TaskStatus, change: TaskChanging): Task
  /** The same, or undefined where it cannot. */
  tryMove(id: string, to: TaskStatus, change: TaskChanging): Task | undefined
  /** Facts of the newest run. */
  note(id: string, facts: Partial<RunFacts>): void
  /** What became of the worktree of the newest run, also after its end. */
  setWorktree(id: string, worktree: Worktree): void
  /** `AppError('task.at_work' | 'task.not_found')`. */
  remove(id: string): void
  rename(id: string, subject: string): void
  /** `AppError('task.claimed')` when somebody was faster, `'task.ended'` when it is no work any more. */
  claim(id: string, owner: string): void
  /** Nobody has it any more. */
  release(id: string): void
  /** `AppError('task.circle')`, naming the path. */
  block(id: string, blockers: readonly string[]): void
  /** The same, in place of what it waited for. */
  setBlockers(id: string, blockers: readonly string[]): void
}

export interface TasksDeps {
  readonly rows: TaskRepository
  readonly onChange: (task: Task) => void
  readonly onRemove: (task: Task) => void
  /** After `onChange`: a card is new, or its work is done. */
  readonly onLandmark?: ((event: 'TaskCreated' | 'TaskCompleted', task: Task) => void) | undefined
}

const MOST_NAMES = 200

export function createTasks({ rows, onChange, onRemove, onLandmark }: TasksDeps): Tasks {
  const told = (id: string): Task => {
    const task = rows.get(id)
    if (!task) throw new AppError('task.not_found', { params: { id } })
    onChange(task)
    // Those it holds up or lets go look different now.
    for (const other of task.blocks) {
      const blocked = rows.get(other)
      if (blocked) onChange(blocked)
    }
    return task
  }
  const tryMove: Tasks['tryMove'] = (id, to, { reason = '', ...change }) => {
    for (;;) {
      const task = rows.get(id)
      if (!task || !mayBecome(task.status, to, { isNewRun: change.run !== undefined, hasRun: task.run > 0 })) return undefined
      // Another process may have been faster: then it is judged anew.
      if (!rows.move(id, { from: task.status, to, reason, ...change })) continue
      const moved = told(id)
      if (to === 'completed') onLandmark?.('TaskCompleted', moved)
      return moved
    }
  }
  const notClaimed = (id: string): AppError => {
    const { status, owner } = rows.get(id) ?? { status: 'cancelled', owner: '' }
    if (finalStates.has(status)) return new AppError('task.ended', { params: { status } })
    return new AppError('task.claimed', { params: { owner } })
  }
  const linked = (id: string, circle: readonly string[] | undefined): void => {
    if (circle) {
      const path = circle.map((one) => rows.get(one)?.subject ?? one).join(' → ')
      throw new AppError('task.circle', { params: { path } })
    }
    told(id)
  }
  return {
    get: rows.get,
    named: rows.named,
    list: rows.list,
    atWork: rows.atWork,
    ready: rows.ready,
    dropPlan(id) {
      rows.dropPlan(id)
      told(id)
    },
    setPlan(id, plan) {
      rows.setPlan(id, plan)
      told(id)
    },
    runs: rows.runs,
    journal: rows.journal,
    tryMove,
    create(task) {
      rows.create(task)
      const made = told(task.id)
      onLandmark?.('TaskCreated', made)
      return made
    },
    find(which, { projectId, sessionId }) {
      const [found, ...others] = meant(rows.find(which.trim(), { projectId, sessionId }), { which: which.trim(), sessionId })
      // Whatever is to be done with it, a guess may do it to the wrong one.
      if (found && others.length > 0) throw new AppError('task.ambiguous', { params: { id: which, cards: listed([found, ...others]) } })
      if (found) return found
      const names = rows.list({ projectId, limit: MOST_NAMES }).flatMap(({ name, id }) => (name === '' ? [id] : [name, id]))
      const near = closest(which, names)
      throw near === ''
        ? new AppError('task.not_found', { params: { id: which } })
        : new AppError('task.not_found_near', { params: { id: which, near } })
    },
    move(id, to, change) {
      const moved = tryMove(id, to, change)
      if (moved) return moved
      const from = rows.get(id)?.status
      throw from === undefined
        ? new AppError('task.not_found', { params: { id } })
        : new AppError('task.not_possible', { params: { from, to } })
    },
    note(id, facts) {
      rows.note(id, facts)
      told(id)
    },
    setWorktree(id, worktree) {
      rows.setWorktree(id, worktree)
      told(id)
    },
    remove(id) {
      const task = rows.get(id)
      if (!task) throw new AppError('task.not_found', { params: { id } })
      if (!rows.remove(id)) throw new AppError('task.at_work')
      onRemove(task)
      for (const other of task.blocks) {
        const blocked = rows.get(other)
        if (blocked) onChange(blocked)
      }
    },
    rename(id, subject) {
      rows.edit(id, { subject })
      told(id)
    },
    claim(id, owner) {
      if (!rows.claim(id, owner)) throw notClaimed(id)
      told(id)
    },
    release(id) {
      rows.edit(id, { owner: '' })
      told(id)
    },
    block: (id, blockers) => linked(id, rows.block(id, blockers)),
    setBlockers: (id, blockers) => linked(id, rows.setBlockers(id, blockers)),
  }
}

/** The card of that very id, else the conversation's own of that name, else all it could be. */
function meant(found: readonly Task[], { which, sessionId }: { which: string; sessionId: string | undefined }): readonly Task[] {
  const exact = found.filter(({ id }) => id === which)
  if (exact.length > 0) return exact
  const own = found.filter((task) => task.name.toLowerCase() === which.toLowerCase() && task.sessionId === sessionId)
  return own.length > 0 ? own : found
}

const MOST_LISTED = 5

function listed(cards: readonly Task[]): string {
  const some = cards.slice(0, MOST_LISTED).map(({ id, subject }) => `${id} (${subject})`)
  return [...some, ...(cards.length > MOST_LISTED ? ['…'] : [])].join(', ')
}
