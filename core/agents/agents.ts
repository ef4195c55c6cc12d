import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { closest } from '../base/closest.ts'
import type { Mode } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { RunFacts, Task, TaskActor, Worktree } from '../contract/tasks.ts'
import type { OwnWorktree, Worktrees } from '../git/index.ts'
import type { Sessions } from '../session/index.ts'
import type { AgentSpec, SessionRecord, Storage, ToolLimit } from '../storage/types.ts'
import { finalStates, type TaskPlace, type Tasks } from '../tasks/index.ts'
import { findAgent, type Definitions } from './definitions.ts'
import { untouched, type LiveRun } from './live-run.ts'
import type { Runs } from './runs.ts'
import { forkSpec, specOf } from './spec.ts'
import { MAX_DEPTH } from './tool-limits.ts'
import type { UsableAgent } from './types.ts'
import { worktreePrompt } from './worktree-life.ts'

/** A model an agent can run on. */
export interface AgentModel {
  readonly provider: string
  readonly model: string
  readonly from: RunFacts['modelFrom']
}

export interface ModelWish {
  readonly projectRoot: string
  readonly parent: SessionRecord | undefined
  readonly call: string | undefined
  readonly definition: string | undefined
}

export interface AgentsDeps {
  readonly storage: Storage
  readonly tasks: Tasks
  readonly runs: Runs
  readonly definitions: Definitions
  readonly worktrees: Worktrees
  readonly sessions: () => Sessions
  readonly clock: Clock
  readonly isTrusted: (projectRoot: string) => boolean
  /** The call's wish, else the definition's, else the parent's; a model nobody knows gives way to the next. */
  readonly modelFor: (wish: ModelWish) => Promise<AgentModel>
  /** Of a card that a person starts. */
  readonly defaultMode: (projectRoot: string) => Promise<Mode>
}

export interface StartAgent {
  readonly projectId: string
  /** The session that starts it; null: a person does. */
  readonly parentId: string | null
  readonly by: TaskActor
  /** Undefined: a copy of its parent. */
  readonly type: string | undefined
  readonly prompt: string
  readonly description: string
  readonly model: string | undefined
  readonly isBackground: boolean
  readonly name: string
  readonly toolCallId: string
  /** It works in a worktree of its own; undefined: as its definition says. */
  readonly isIsolated?: boolean | undefined
  /** Fewer tools than its definition has. */
  readonly narrow?: ToolLimit
  /** Before its definition's. */
  readonly effort?: string | undefined
  /** A card that waits for somebody to work on it; undefined: a new one. */
  readonly card?: Task
}

export type SendStatus = 'delivered' | 'resumed' | 'queued'

export interface Agents {
  /** `AppError('agent.not_found' | 'agent.not_found_near')` where nobody of that name could be started. */
  look(projectId: string, type: string): Promise<void>
  /** Queues a run on a new card. `AppError('agent.*' | 'task.name_taken' | 'provider.*' | 'worktree.*' | 'git.*')`. */
  start(input: StartAgent): Promise<LiveRun>
  /** A new run on a card that has had one, with the same transcript, model and tools. `AppError('task.*')`. */
  resume(which: string, how: { text: string | undefined; by: TaskActor; place: TaskPlace }): Task
  /** To a running agent at its next step; to an ended one as a new run. `AppError('task.*')`. */
  send(which: string, how: { text: string; by: TaskActor; place: TaskPlace }): Promise<{ status: SendStatus; task: Task }>
}

export function createAgents(deps: AgentsDeps): Agents {
  const { storage, tasks, runs, definitions, clock } = deps

  async function find(projectRoot: string, type: string): Promise<UsableAgent> {
    const usable = await definitions.usable({ projectRoot, isTrusted: deps.isTrusted(projectRoot) })
    const found = findAgent(usable, type)
    if (!found) throw notFound(type, usable)
    return found
  }
  async function define(
    { type, parentId, name, isBackground, narrow }: StartAgent,
    projectRoot: string,
  ): Promise<{ spec: AgentSpec; model: string | undefined; isIsolated: boolean }> {
    const parent = parentId === null ? undefined : storage.sessions.get(parentId)
    if ((parent?.agent?.depth ?? 0) >= MAX_DEPTH) throw new AppError('agent.too_deep', { params: { limit: MAX_DEPTH } })
    if (type === undefined) {
      if (!parent) throw new AppError('agent.not_found', { params: { name: '' } })
      if (parent.agent?.isFork) throw new AppError('agent.fork_of_fork')
      return { spec: forkSpec({ parent, name, isBackground: narrow === undefined }), model: undefined, isIsolated: false }
    }
    const found = await find(projectRoot, type)
    const spec = specOf(found, { parent, name, isBackground: isBackground || found.text.background })
    return { spec, model: found.text.model, isIsolated: found.text.isIsolated }
  }

  const agents: Agents = {
    async look(projectId, type) {
      await find(storage.projects.get(projectId)?.path ?? '', type)
    },
    async start(input) {
      const { projectId, parentId, prompt, description, name, by, toolCallId } = input
      const projectRoot = storage.projects.get(projectId)?.path ?? ''
      const parent = parentId === null ? undefined : storage.sessions.get(parentId)
      const owner = parentId === null ? null : topOf(storage, parentId)
      const defined = await define(input, projectRoot)
      const limits = input.narrow ? [...defined.spec.limits, input.narrow] : defined.spec.limits
      const model = await deps.modelFor({ projectRoot, parent, call: input.model, definition: defined.model })
      if (name !== '' && tasks.list({ projectId, sessionId: owner ?? undefined, limit: 2_000 }).some((task) => task.name === name)) {
        throw new AppError('task.name_taken', { params: { name } })
      }
      const id = input.card?.id ?? newId(clock.now())
      const isIsolated = input.isIsolated ?? defined.isIsolated
      const own = isIsolated ? await deps.worktrees.add(projectRoot, worktreeName(name || description, id)) : undefined
      try {
        const spec = { ...defined.spec, limits, effort: input.effort ?? defined.spec.effort, ...(own && { worktree: own.place }) }
        const mode = parent?.mode ?? (await deps.defaultMode(projectRoot))
        const { provider } = model
        deps.sessions().createAgent({ id, projectId, parentId, title: description, provider, model: model.model, mode, spec })
        if (spec.isFork && parentId !== null) await deps.sessions().copyTo(parentId, id)
        storage.leases.acquire(id)
        const facts = newFacts({ spec, model, toolCallId, worktree: own ? newWorktree(own) : null })
        const made = { id, projectId, sessionId: owner, name, subject: description, description: prompt, owner: spec.label, by, run: facts }
        if (input.card) tasks.move(id, 'queued', { by, run: facts })
        else tasks.create(made)
        const text = firstPrompt(spec, { prompt, worktree: facts.worktree })
        return runs.begin({ id, parentId, facts, prompt: { text, goOn: false, maxTurns: spec.maxTurns, timeoutMs: spec.timeoutMs } })
      } catch (error) {
        if (own) await deps.worktrees.remove(projectRoot, own.place)
        throw error
      }
    },
    resume(which, { text, by, place }) {
      const task = tasks.find(which, place)
      const session = storage.sessions.get(task.id)
      if (!session?.agent || !task.facts) throw new AppError('task.no_agent')
      if (task.facts.stoppedBy === 'user' && by !== 'user') throw new AppError('task.stopped_by_user')
      const { agent, model, modelFrom, toolCallId, worktree } = task.facts
      const facts: RunFacts = { ...untouched, agent, model, modelFrom, toolCallId, worktree, isBackground: true }
      const { maxTurns, timeoutMs } = session.agent
      storage.leases.acquire(task.id)
      const moved = tasks.move(task.id, 'queued', { by, reason: 'resumed', run: facts })
      const isUnsaid = session.messages === 0
      const said = text ?? (isUnsaid ? firstPrompt(session.agent, { prompt: task.description, worktree }) : '')
      runs.begin({ id: task.id, parentId: session.parentId, facts, prompt: { text: said, goOn: said === '', maxTurns, timeoutMs } })
      return moved
    },
    async send(which, { text, by, place }) {
      const task = tasks.find(which, place)
      const run = runs.get(task.id)
      if (!run || finalStates.has(task.status)) return { status: 'resumed', task: agents.resume(task.id, { text, by, place }) }
      if (!run.isStarted) {
        run.prompt = { ...run.prompt, text: `${run.prompt.text}\n\n${text}`.trim(), goOn: false }
        return { status: 'queued', task }
      }
      await deps.sessions().queue({ sessionId: task.id, text, attachments: [], when: 'next_step' })
      return { status: 'delivered', task }
    },
  }
  return agents
}

function notFound(name: string, usable: readonly UsableAgent[]): AppError {
  const near = closest(
    name,
    usable.map((agent) => agent.name),
  )
  return near === ''
    ? new AppError('agent.not_found', { params: { name } })
    : new AppError('agent.not_found_near', { params: { name, near } })
}

function topOf(storage: Storage, id: string): string | null {
  const session = storage.sessions.get(id)
  if (!session) return null
  // Of an agent that a person started nobody hears.
  return session.parentId === null ? (session.agent ? null : id) : topOf(storage, session.parentId)
}

function newFacts({
  spec,
  model,
  toolCallId,
  worktree,
}: {
  spec: AgentSpec
  model: AgentModel
  toolCallId: string
  worktree: Worktree | null
}): RunFacts {
  const { type: agent, isBackground } = spec
  return { ...untouched, agent, model: model.model, modelFrom: model.from, isBackground, toolCallId, worktree }
}

function newWorktree({ place: { path, branch }, base }: OwnWorktree): Worktree {
  return { path, branch, base, state: 'clean' }
}

/** A branch a person recognizes, and nobody else has. */
function worktreeName(words: string, id: string): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 24)
  return `${slug === '' ? 'task' : slug.replace(/-$/, '')}-${id.slice(-6)}`
}

function firstPrompt({ isFork }: AgentSpec, { prompt, worktree }: { prompt: string; worktree: Worktree | null }): string {
  const text = isFork ? forkPrompt(prompt) : prompt
  return worktree ? `${text}\n\n${worktreePrompt(worktree)}` : text
}

function forkPrompt(task: string): string {
  return `You are a copy of the conversation above, started to do one task of it. Rules: start no further copies; ask no questions; do this task and nothing beside it. Your last message is your report: it begins with "Scope:" and has 500 words at most.

Task: ${task}`
}
