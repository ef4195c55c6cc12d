import type { CardPlan, RunFacts, Task, TaskActor, TaskChange, TaskStatus, Worktree } from '../contract/tasks.ts'

/** What a person and a model are told of the end of a run, until the conversation holds it. */
export interface TaskNotice {
  readonly id: string
  readonly sessionId: string
  /** For the model. */
  readonly text: string
  /** A conversation at rest is taken up for it. */
  readonly wakes: boolean
}

export interface NewTask {
  readonly id: string
  readonly projectId: string
  readonly sessionId: string | null
  readonly name: string
  readonly subject: string
  readonly description: string
  readonly owner: string
  readonly by: TaskActor
  /** Of its first run; undefined: it has none yet and is `todo`. */
  readonly run?: RunFacts
}

export interface TaskMove {
  /** What the card must be for it; it is left alone when it is anything else by now. */
  readonly from: TaskStatus
  readonly to: TaskStatus
  readonly by: TaskActor
  readonly reason: string
  /** Facts of the newest run that change with it. */
  readonly facts?: Partial<RunFacts>
  /** A new run begins with it. */
  readonly run?: RunFacts
  readonly notice?: TaskNotice
}

/** Cards, their runs and their journal. Each call is one transaction. */
export interface TaskRepository {
  create(task: NewTask): Task
  get(id: string): Task | undefined
  /** Newest change first. Undefined narrows nothing. */
  list(query: {
    projectId: string | undefined
    sessionId?: string | undefined
    statuses?: readonly TaskStatus[] | undefined
    since?: number | undefined
    limit: number
  }): Task[]
  /** By whole id, by name within the conversation, by the beginning of the id; the strongest first. */
  find(which: string, place: { projectId: string | undefined; sessionId: string | undefined }): Task[]
  /** Queued, running and waiting ones of all projects. */
  atWork(): Task[]
  /** Writes the journal; false: the card was not as the move says. */
  move(id: string, move: TaskMove): boolean
  /** Facts of the newest run, without a change of state. */
  note(id: string, facts: Partial<RunFacts>): void
  edit(id: string, changes: { subject?: string; owner?: string }): void
  /** Takes a card nobody has; false: somebody was faster. */
  claim(id: string, owner: string): boolean
  /** Answers the circle it would close, by ids, and then changes nothing. */
  block(id: string, blockers: readonly string[]): string[] | undefined
  /** The same, in place of what it waited for. */
  setBlockers(id: string, blockers: readonly string[]): string[] | undefined
  /** Cards that are to begin by themselves and wait for nothing any more. */
  ready(): Task[]
  setPlan(id: string, plan: CardPlan): void
  /** From now on it does not begin by itself; false: another process was faster. */
  takePlan(id: string): boolean
  runs(id: string): RunFacts[]
  journal(id: string): TaskChange[]
  /** Open ones of a conversation, oldest first, at most `limit`. */
  notices(sessionId: string, limit: number): TaskNotice[]
  /** Of the newest run, also of one that has ended. */
  setWorktree(id: string, worktree: Worktree): void
  /** With its runs and its journal; false: it is at work, or gone. */
  remove(id: string): boolean
  /** What another process wrote since the last call: projects with changed cards, and ids of cards that are gone. */
  news(): { projectId: string; removed: string[] }[]
}
