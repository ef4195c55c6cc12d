import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  createAgents,
  createBoard,
  createDefinitionEdits,
  createDefinitions,
  createPlanned,
  createRunAgent,
  createRunFork,
  createRuns,
  createWorktreeLife,
  findAgent,
  reportFor,
  type Agents,
  type DefinitionEdits,
  type Definitions,
  type Planned,
  type Runs,
} from '../agents/index.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config/types.ts'
import type { Credentials } from '../credentials/types.ts'
import type { AgentsSettings } from '../contract/app.ts'
import type { AppEvent } from '../contract/events.ts'
import type { Task } from '../contract/tasks.ts'
import { usualAgents } from '../contract/usual-agents.ts'
import type { Hooks } from '../hooks/index.ts'
import { createWorktrees, type Worktrees } from '../git/index.ts'
import { modelFacts } from '../llm/index.ts'
import type { Environment, Logger } from '../platform/platform.ts'
import type { Sessions } from '../session/index.ts'
import { findByName, skillBody, type Skills } from '../skills/index.ts'
import type { Storage } from '../storage/types.ts'
import { briefText, createTasks, type Tasks } from '../tasks/index.ts'
import type { Board, HostOfAgent, RunAgent } from '../tools/index.ts'
import { createModelChoice } from './agent-model.ts'
import { gitPlace } from './git-place.ts'
import type { PluginParts } from './plugin-parts.ts'
import type { Providers } from './providers.ts'

interface Deps {
  readonly storage: Storage
  readonly config: Config
  readonly credentials: Credentials
  readonly env: Environment
  readonly providers: Providers
  readonly clock: Clock
  readonly log: Logger
  readonly home: string
  readonly userHome: string
  readonly sessionsDir: string
  readonly isTrusted: (projectRoot: string) => boolean
  readonly isHeadless: boolean
  readonly announce: (event: AppEvent) => void
  readonly sessions: () => Sessions
  readonly hooks: () => Pick<Hooks, 'dispatch'>
  readonly plugins: Pick<PluginParts, 'agentRoots'>
  readonly skills: Pick<Skills, 'forModel'>
}

/** Agents, their runs and the cards they work on. */
export interface AgentServices {
  readonly tasks: Tasks
  readonly definitions: Definitions
  readonly definitionEdits: DefinitionEdits
  readonly agents: Agents
  readonly runs: Runs
  readonly worktrees: Worktrees
  readonly planned: Planned
  readonly runAgent: RunAgent
  /** For skills that run as agents. */
  readonly runFork: ReturnType<typeof createRunFork>
  readonly board: Board
  readonly hostOfAgent: HostOfAgent
  /** A line each, for the model, of those it may start. */
  readonly lines: (projectRoot: string, mayStart: ((name: string) => boolean) | undefined) => Promise<readonly string[]>
}

export function createAgentServices(deps: Deps): AgentServices {
  const { storage, config, clock, log, sessions, isTrusted, sessionsDir } = deps
  const settings = async (): Promise<AgentsSettings> => (await config.settings.get()).agents ?? usualAgents
  const tell = raise(deps)
  const landmark: typeof tell = (event, task) => {
    tell(event, task)
    if (event === 'TaskCompleted') planned.begin()
  }
  const tasks = createTasks({ rows: storage.tasks, onChange: tellTask(deps), onRemove: tellRemoval(deps), onLandmark: landmark })
  const definitions = createDefinitions({
    ...deps,
    pluginRoots: deps.plugins.agentRoots,
    knowsModel: (id) => modelFacts(id).capabilities.isKnown,
  })
  const worktrees = createWorktrees({ env: deps.env, placeOf: (projectRoot) => gitPlace(deps, projectRoot), now: clock.now })
  const runs = createRuns({
    storage,
    tasks,
    sessions,
    clock,
    log,
    worktreeLife: createWorktreeLife({ storage, worktrees, log }),
    // A run without a window ends once all is told.
    wakesParent: async () => deps.isHeadless || (await settings()).wakeParent,
    async keepReport(task, text) {
      const folder = path.join(sessionsDir, task.sessionId ?? task.id, 'spill')
      const file = path.join(folder, `agent-${task.id}-${task.run}.md`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(file, text, { mode: 0o600 })
        return { file, report: reportFor(text, file) }
      } catch (error) {
        log.log('warn', 'agents', 'report not kept', { id: task.id, detail: String(error) })
        return { file: null, report: reportFor(text, null) }
      }
    },
  })
  const agents = createAgents({
    storage,
    tasks,
    runs,
    definitions,
    worktrees,
    sessions,
    clock,
    isTrusted,
    async skillTexts(names, projectRoot) {
      const place = { projectRoot, isTrusted: isTrusted(projectRoot) }
      const usable = names.length === 0 ? [] : await deps.skills.forModel(place)
      const found = names.flatMap((name) => findByName(usable, name) ?? [])
      return Promise.all(found.map((skill) => skillBody(skill, '', { ...place, userHome: deps.userHome })))
    },
    budget: async () => (await settings()).budget,
    modelFor: createModelChoice(deps),
    defaultMode: async (projectRoot) => (await config.load(projectRoot)).defaultMode,
  })
  const { leases } = storage
  const isHalfBegun = (id: string): boolean => storage.sessions.get(id) !== undefined
  const planned = createPlanned({ tasks, agents, leases, sessions, isHalfBegun, log })
  const forCalls = { storage, agents, runs, clock, patienceMs: async () => (await settings()).foregroundSeconds * 1_000 }
  return {
    tasks,
    definitions,
    definitionEdits: createDefinitionEdits({ home: deps.home, definitions }),
    agents,
    runs,
    worktrees,
    planned,
    board: createBoard({ storage, tasks, agents, runs }),
    runAgent: createRunAgent(forCalls),
    runFork: createRunFork(forCalls),
    async hostOfAgent(type, projectRoot) {
      const found = findAgent(await definitions.usable({ projectRoot, isTrusted: isTrusted(projectRoot) }), type)
      return found?.text.remote && new URL(found.text.remote.cardUrl).hostname
    },
    async lines(projectRoot, mayStart = () => true) {
      const usable = await definitions.usable({ projectRoot, isTrusted: isTrusted(projectRoot) })
      const startable = usable.filter(({ name }) => mayStart(name))
      return startable.map(({ name, text }) => `- ${name}: ${text.description.replaceAll(/\s+/g, ' ').slice(0, LINE_CHARS).toWellFormed()}`)
    },
  }
}

const LINE_CHARS = 400

/** Nobody waits for what hooks do about a card. */
function raise({ storage, hooks, log }: Deps): (event: 'TaskCreated' | 'TaskCompleted', task: Task) => void {
  return (event, { id, sessionId, projectId, subject }) => {
    const projectRoot = storage.projects.get(projectId)?.path ?? ''
    const mode = storage.sessions.get(sessionId ?? id)?.mode ?? 'default'
    void hooks()
      .dispatch(event, { sessionId: sessionId ?? id, turnId: '', projectRoot, mode }, { task: subject })
      .catch((error: unknown) => log.log('error', 'hooks', 'an event was not raised', { event, detail: String(error) }))
  }
}

function tellRemoval({ announce }: Deps): (task: Task) => void {
  return ({ id, projectId }) => announce({ type: 'tasks.changed', projectId, removed: [id] })
}

/** To the card's conversation, and to every board. */
function tellTask({ sessions, announce }: Deps): (task: Task) => void {
  return (task) => {
    if (task.sessionId !== null)
      sessions().tell(task.sessionId, { type: 'task.updated', task: { ...task, description: briefText(task.description) } })
    announce({ type: 'tasks.changed', projectId: task.projectId })
  }
}
