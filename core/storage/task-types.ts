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
  /** Undefined: whoever had it. */
  readonly owner?: string
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
    owner?: string | undefined
    since?: number | undefined
    limit: number
  }): Task[]
  /** By whole id, by name, by the beginning of the id; at most 20, that very id first, then the conversation's own. */
  find(which: string, place: { projectId: string | undefined; sessionId: string | undefined }): Task[]
  /** Id of the conversation's card of that name; upper and lower case are one. */
  named(sessionId: string | null, name: string): string | undefined
  /** Queued, running and waiting ones of all projects. */
  atWork(): Task[]
  /** Writes the journal; false: the card was not as the move says. */
  move(id: string, move: TaskMove): boolean
  /** Facts of the newest run, without a change of state. */
  note(id: string, facts: Partial<RunFacts>): void
  edit(id: string, changes: { subject?: string; owner?: string }): void
  /** Takes a card nobody has and that has not ended; false: somebody was faster. */
  claim(id: string, owner: string): boolean
  /** Answers the circle it would close, by ids, and then changes nothing. */
  block(id: string, blockers: readonly string[]): string[] | undefined
  /** The same, in place of what it waited for. */
  setBlockers(id: string, blockers: readonly string[]): string[] | undefined
  /** Cards that are to begin by themselves and wait for nothing any more. */
  ready(): Task[]
  setPlan(id: string, plan: CardPlan): void
  /** From now on it does not begin by itself. */
  dropPlan(id: string): void
  runs(id: string): RunFacts[]
  /** The newest 1,000, oldest first. */
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
