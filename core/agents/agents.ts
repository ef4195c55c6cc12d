import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import type { AgentsSettings } from '../contract/app.ts'
import type { Mode } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { RunFacts, Task, TaskActor, Worktree } from '../contract/tasks.ts'
import type { OwnWorktree, Worktrees } from '../git/index.ts'
import type { SessionSummary } from '../contract/events.ts'
import { ownModel, spentAgentBudget, type Sessions } from '../session/index.ts'
import type { AgentSpec, RemoteTarget, SessionRecord, Storage, ToolLimit } from '../storage/types.ts'
import { finalStates, type TaskPlace, type Tasks } from '../tasks/index.ts'
import { findAgent, isUsable, noSuchAgent, type Definitions } from './definitions.ts'
import { untouched, type LiveRun } from './live-run.ts'
import { createNames } from './names.ts'
import type { Runs } from './runs.ts'
import { agentSpec, forkSpec, handoverSpec } from './spec.ts'
import { MAX_DEPTH } from './tool-limits.ts'
import type { AgentDefinition, UsableAgent } from './types.ts'
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
  /** Texts of skills, as the model reads them when it loads one; a name nobody has is left out. */
  readonly skillTexts: (names: readonly string[], projectRoot: string) => Promise<readonly string[]>
  readonly budget: () => Promise<AgentsSettings['budget']>
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
  /** `AppError('agent.not_found' | 'agent.not_found_near' | 'agent.untrusted' | 'agent.broken')` where nobody of that name could be started. */
  look(projectId: string, type: string): Promise<void>
  /**
   * The conversation goes on under the definition of that name, or by itself again (null). `AppError('agent.*' | 'task.send_instead')`,
   * `session.busy` for a person while a turn runs.
   */
  handOver(
    sessionId: string,
    to: { readonly type: string; readonly model: string | undefined } | null,
    by: 'user' | 'agent',
  ): Promise<SessionSummary>
  /** Queues a run on a new card. `AppError('agent.*' | 'task.name_taken' | 'provider.*' | 'worktree.*' | 'git.*')`. */
  start(input: StartAgent): Promise<LiveRun>
  /** A new run on a card that has had one, with the same transcript, model and tools. `AppError('task.*')`. */
  resume(which: string, how: { text: string | undefined; by: TaskActor; place: TaskPlace }): Promise<Task>
  /** To a running agent at its next step; to an ended one as a new run. `AppError('task.*')`. */
  send(which: string, how: { text: string; by: TaskActor; place: TaskPlace }): Promise<{ status: SendStatus; task: Task }>
}

/** Of one skill, as when skills are given again after a summary. */
const MAX_SKILL_CHARS = 20_000

export function createAgents(deps: AgentsDeps): Agents {
  const { storage, tasks, runs, definitions, clock } = deps
  const names = createNames(tasks)

  /** `AppError('agent.budget_spent')`. */
  async function payFor(sessionId: string): Promise<void> {
    const spent = spentAgentBudget(storage, sessionId, await deps.budget())
    if (spent) throw spent
  }
  async function find(projectRoot: string, type: string): Promise<UsableAgent> {
    const all = await definitions.list({ projectRoot, isTrusted: deps.isTrusted(projectRoot) })
    const usable = all.filter(isUsable)
    const found = findAgent(usable, type)
    if (!found) throw notUsable(type, { all, usable })
    const texts = await deps.skillTexts(found.text.skills, projectRoot)
    const prompt = [found.text.prompt, ...texts.map((text) => text.slice(0, MAX_SKILL_CHARS))].join('\n\n').toWellFormed()
    return { ...found, text: { ...found.text, prompt } }
  }
  function isAtWorkElsewhere({ id, status }: Task): boolean {
    return (status === 'running' || status === 'waiting') && storage.leases.heldElsewhere(id) !== undefined
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
    const isBound = narrow !== undefined || parent?.mode === 'plan' || parent?.agent?.isReadOnly
    if (found.text.remote && isBound) throw new AppError('agent.remote_bound')
    const spec = agentSpec(found, { parent, name, isBackground: isBackground || found.text.background })
    return { spec, model: found.text.model, isIsolated: found.text.isIsolated }
  }

  async function queueRun(input: StartAgent, { id, owner }: { readonly id: string; readonly owner: string | null }): Promise<LiveRun> {
    const { projectId, parentId, prompt, description, name, by, toolCallId } = input
    const projectRoot = storage.projects.get(projectId)?.path ?? ''
    const parent = parentId === null ? undefined : storage.sessions.get(parentId)
    if (parentId !== null) await payFor(parentId)
    const defined = await define(input, projectRoot)
    const limits = input.narrow ? [...defined.spec.limits, input.narrow] : defined.spec.limits
    const { remote } = defined.spec
    const model = remote ? remoteModel(remote) : await deps.modelFor({ projectRoot, parent, call: input.model, definition: defined.model })
    const isIsolated = !remote && (input.isIsolated ?? defined.isIsolated)
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
      if (input.card) tasks.move(id, 'queued', { by, run: facts, owner: spec.label })
      else tasks.create(made)
      const text = firstPrompt(spec, { prompt, worktree: facts.worktree })
      return runs.begin({ id, parentId, facts, prompt: { text, goOn: false, maxTurns: spec.maxTurns, timeoutMs: spec.timeoutMs } })
    } catch (error) {
      if (own) await deps.worktrees.remove(projectRoot, own.place)
      throw error
    }
  }

  const agents: Agents = {
    async look(projectId, type) {
      await find(storage.projects.get(projectId)?.path ?? '', type)
    },
    async handOver(sessionId, to, by) {
      const session = storage.sessions.get(sessionId)
      if (!session) throw new AppError('session.not_found')
      if (session.agent) throw new AppError(by === 'user' ? 'task.send_instead' : 'agent.handover_nested')
      if (!to) return deps.sessions().setAgent(sessionId, null, by)
      const projectRoot = storage.projects.get(session.projectId)?.path ?? ''
      const found = await find(projectRoot, to.type)
      if (found.text.remote) throw new AppError('agent.handover_remote', { params: { name: found.name } })
      const parent = { ...session, ...ownModel(session) }
      const { provider, model } = await deps.modelFor({ projectRoot, parent, call: to.model, definition: found.text.model })
      return deps.sessions().setAgent(sessionId, { spec: handoverSpec(found), model: { provider, model } }, by)
    },
    async start(input) {
      const id = input.card?.id ?? newId(clock.now())
      const owner = input.parentId === null ? null : topOf(storage, input.parentId)
      const letGo = names.hold(input.name, { conversation: owner, id })
      try {
        return await queueRun(input, { id, owner })
      } finally {
        letGo()
      }
    },
    async resume(which, { text, by, place }) {
      const task = tasks.find(which, place)
      const session = storage.sessions.get(task.id)
      if (!session?.agent || !task.facts) throw new AppError('task.no_agent')
      if (task.facts.stoppedBy === 'user' && by !== 'user') throw new AppError('task.stopped_by_user')
      await payFor(task.id)
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
      if (!run && isAtWorkElsewhere(task)) {
        await deps.sessions().queue({ sessionId: task.id, text, attachments: [], when: 'next_step' })
        return { status: 'delivered', task }
      }
      if (!run || finalStates.has(task.status)) return { status: 'resumed', task: await agents.resume(task.id, { text, by, place }) }
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

function notUsable(name: string, { all, usable }: { all: readonly AgentDefinition[]; usable: readonly UsableAgent[] }): AppError {
  const other = findAgent(all, name)
  if (other?.state === 'untrusted') return new AppError('agent.untrusted')
  if (other) return new AppError('agent.broken', { params: { name: other.name, path: other.path } })
  return noSuchAgent(name, usable)
}

function topOf(storage: Storage, id: string): string | null {
  const session = storage.sessions.get(id)
  if (!session) return null
  // Of an agent that a person started nobody hears.
  return session.parentId === null ? (session.agent ? null : id) : topOf(storage, session.parentId)
}

/** What answers is not known here: its host stands in the place of a model. */
function remoteModel({ cardUrl }: RemoteTarget): AgentModel {
  return { provider: 'a2a', model: new URL(cardUrl).host, from: 'definition' }
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
