import { z } from 'zod'
import { Usage } from './common.ts'
import { WireError } from './errors.ts'
import { method } from './method.ts'

/**
 * `waiting`: for a person or for agents of its own. `interrupted`: its process went away; it can be resumed. `completed`, `failed` and
 * `cancelled` are final for the run that reached them.
 */
export const TaskStatus = z.enum(['todo', 'queued', 'running', 'waiting', 'completed', 'failed', 'cancelled', 'interrupted'])
export type TaskStatus = z.infer<typeof TaskStatus>

/** Who changed a card: the person, the model of some conversation, or the product itself. */
export const TaskActor = z.enum(['user', 'agent', 'system'])
export type TaskActor = z.infer<typeof TaskActor>

/** A copy of the repository that an agent has to itself. */
export const Worktree = z.object({
  /** Absolute. */
  path: z.string(),
  branch: z.string(),
  /** The commit it began from. */
  base: z.string(),
  /** As its last run left it. `gone`: it was merged or discarded, or nothing had changed; a further run makes it anew. */
  state: z.enum(['clean', 'changed', 'gone']),
})
export type Worktree = z.infer<typeof Worktree>

export const WorktreeFile = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted']),
  /** Lines; 0 of what is no text. */
  additions: z.number().int(),
  deletions: z.number().int(),
})
export type WorktreeFile = z.infer<typeof WorktreeFile>

/** One run of an agent: what it runs as and how far it has come. */
export const RunFacts = z.object({
  /** Name of its definition; `fork` for a copy of its parent. */
  agent: z.string(),
  model: z.string(),
  /** Who chose the model. */
  modelFrom: z.enum(['call', 'definition', 'parent']),
  /** The conversation that started it does not wait for it. */
  isBackground: z.boolean(),
  /** The call that started it; empty where a person did. */
  toolCallId: z.string(),
  waitingFor: z.enum(['approval', 'children', 'input']).nullable(),
  steps: z.number().int(),
  toolCount: z.number().int(),
  usage: Usage,
  /** Of its own to-do list; null: it has none. */
  todos: z.object({ done: z.number().int(), all: z.number().int() }).nullable().default(null),
  lastActivity: z.object({ text: z.string(), at: z.number() }).nullable(),
  /** At most 8,000 characters; all of it is in `outputFile`. */
  result: z.string(),
  outputFile: z.string().nullable(),
  error: WireError.nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  stoppedBy: TaskActor.nullable(),
  /** null: it works in the project's own folder. */
  worktree: Worktree.nullable().default(null),
})
export type RunFacts = z.infer<typeof RunFacts>

/** With whom a card is to begin. */
export const CardPlan = z.object({
  agent: z.string(),
  model: z.string().optional(),
  /** Undefined: as the agent's definition says. */
  worktree: z.boolean().optional(),
})
export type CardPlan = z.infer<typeof CardPlan>

/** A card on the board: any piece of work, with the newest run of an agent at it. */
export const Task = z.object({
  id: z.string(),
  projectId: z.string(),
  /** The conversation that hears of its end; null: a person made it. */
  sessionId: z.string().nullable(),
  /** Empty, or unique within the conversation. */
  name: z.string(),
  subject: z.string(),
  description: z.string(),
  status: TaskStatus,
  /** Empty: nobody has taken it. */
  owner: z.string(),
  /** `gone`: that card was deleted or cancelled, so a person or an agent decides. */
  blockedBy: z.array(z.object({ id: z.string(), state: z.enum(['open', 'done', 'gone']) })),
  blocks: z.array(z.string()),
  /** Number of the newest run; 0: none yet. Its transcript is the session with the card's id. */
  run: z.number().int(),
  facts: RunFacts.nullable(),
  /** Of its newest run. */
  worktree: Worktree.nullable(),
  /** Who begins by itself once all it waits for is done; null: nobody, or it has begun. */
  plan: CardPlan.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Task = z.infer<typeof Task>

/** One change of a card's state. */
export const TaskChange = z.object({
  run: z.number().int(),
  was: z.string(),
  became: TaskStatus,
  by: TaskActor,
  reason: z.string(),
  at: z.number(),
})
export type TaskChange = z.infer<typeof TaskChange>

const id = z.string().min(1).max(200)

/** Cards of the window's project, of all projects for Home. An `id` may be a name or the beginning of an id. */
export const tasks = {
  /**
   * Newest change first. `since`: only what changed then or later (milliseconds). Of descriptions and results the first 1,000
   * characters; `get` has all.
   */
  list: method({
    input: z.object({
      /** Home only; a project's window has its own project's cards whatever this says. */
      projectId: z.string().optional(),
      sessionId: z.string().optional(),
      statuses: z.array(TaskStatus).optional(),
      since: z.number().optional(),
      limit: z.number().int().min(1).max(2_000).default(500),
    }),
    output: z.array(Task),
  }),
  /** `task.not_found`. */
  get: method({
    input: z.object({ id }),
    output: Task.extend({ runs: z.array(RunFacts), journal: z.array(TaskChange) }),
  }),
  /** A card; with `agent` it is queued at once, or by itself when the last of what blocks it is done. `task.*`, `agent.*`, `worktree.*`. */
  create: method({
    input: z.object({
      subject: z.string().trim().min(1).max(200),
      description: z.string().max(100_000).default(''),
      agent: z.string().max(100).optional(),
      model: z.string().max(200).optional(),
      blockedBy: z.array(id).max(50).default([]),
      /** The agent works in a worktree of its own; undefined: as its definition says. */
      worktree: z.boolean().optional(),
    }),
    output: Task,
  }),
  /** Gives a card that is to do, or was ended without an agent, to one. `task.*`, `agent.*`, `worktree.*`. */
  start: method({
    input: z.object({ id, agent: z.string().max(100), model: z.string().max(200).optional(), worktree: z.boolean().optional() }),
    output: Task,
  }),
  /** Replaces what a card that is to do waits for. `task.circle`, `task.not_possible`, `task.not_found`. */
  setBlockers: method({ input: z.object({ id, blockedBy: z.array(id).max(50) }), output: Task }),
  /** Goes on with an interrupted or ended card: a new run with the same transcript. `task.*`. */
  resume: method({ input: z.object({ id, text: z.string().max(100_000).optional() }), output: Task }),
  /** Ends with the card, or with its children only; processes end with it. `task.not_found`. */
  stop: method({
    input: z.object({ id, scope: z.enum(['task', 'children']).default('task') }),
    output: z.object({ stopped: z.number().int() }),
  }),
  /** To a running agent at its next step; to an ended one as a new run. `task.*`. */
  send: method({
    input: z.object({ id, text: z.string().trim().min(1).max(100_000) }),
    output: z.object({ status: z.enum(['delivered', 'resumed', 'queued']), task: Task }),
  }),
  /** What the card's worktree holds against the commit it began from, as it is now. `worktree.*`, `git.*`. */
  changes: method({
    input: z.object({ id }),
    output: z.object({
      files: z.array(WorktreeFile),
      /** Unified, of all files together; cut where `isTruncated`. */
      diff: z.string(),
      isTruncated: z.boolean(),
      /** Files that a merge could not put together with the project's now. */
      conflicts: z.array(z.string()),
    }),
  }),
  /**
   * Commits what the worktree holds, merges it into the project's branch and removes the worktree. `conflict`: the project's folder
   * and the worktree are as they were. `worktree.main_dirty` names files that are not committed there; `task.at_work`, `git.*`.
   */
  merge: method({
    input: z.object({ id }),
    output: z.object({
      status: z.enum(['merged', 'conflict', 'nothing']),
      /** Where the project's branch stands after it. */
      commit: z.string().nullable(),
      conflicts: z.array(z.string()),
    }),
  }),
  /** Removes the worktree, its branch and all that was changed in it. `task.at_work`, `worktree.*`. */
  discard: method({ input: z.object({ id }), output: Task }),
  /** Takes a card that is not at work off the board for good. `task.at_work`, `worktree.kept`. */
  remove: method({ input: z.object({ id }), output: z.object({}) }),
  /** Settles once nothing of the conversation is at work and every end has been told to it. */
  settled: method({ input: z.object({ sessionId: z.string() }), output: z.object({}) }),
}
