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
import type { AppEvent } from '../contract/events.ts'
import type { Task } from '../contract/tasks.ts'
import type { Hooks } from '../hooks/index.ts'
import { createWorktrees, type Worktrees } from '../git/index.ts'
import { modelFacts } from '../llm/index.ts'
import type { Environment, Logger } from '../platform/platform.ts'
import type { Sessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import { createTasks, type Tasks } from '../tasks/index.ts'
import type { Board, RunAgent } from '../tools/index.ts'
import { createModelChoice } from './agent-model.ts'
import { gitPlace } from './git-place.ts'
import type { PluginParts } from './plugin-parts.ts'
import type { Providers } from './providers.ts'

const PATIENCE_MS = 120_000

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
  readonly announce: (event: AppEvent) => void
  readonly sessions: () => Sessions
  readonly hooks: () => Pick<Hooks, 'dispatch'>
  readonly plugins: Pick<PluginParts, 'agentRoots'>
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
  /** A line each, for the model. */
  readonly lines: (projectRoot: string) => Promise<readonly string[]>
}

export function createAgentServices(deps: Deps): AgentServices {
  const { storage, config, clock, log, sessions, isTrusted, sessionsDir } = deps
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
  const worktrees = createWorktrees({ env: deps.env, placeOf: (projectRoot) => gitPlace(deps, projectRoot) })
  const runs = createRuns({
    storage,
    tasks,
    sessions,
    clock,
    log,
    worktreeLife: createWorktreeLife({ storage, worktrees, log }),
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
    modelFor: createModelChoice(deps),
    defaultMode: async (projectRoot) => (await config.load(projectRoot)).defaultMode,
  })
  const planned = createPlanned({ tasks, agents, log })
  const forCalls = { storage, agents, runs, clock, patienceMs: async () => PATIENCE_MS }
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
    async lines(projectRoot) {
      const usable = await definitions.usable({ projectRoot, isTrusted: isTrusted(projectRoot) })
      return usable.map(({ name, text }) => `- ${name}: ${text.description.replaceAll(/\s+/g, ' ').slice(0, LINE_CHARS).toWellFormed()}`)
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
    if (task.sessionId !== null) sessions().tell(task.sessionId, { type: 'task.updated', task })
    announce({ type: 'tasks.changed', projectId: task.projectId })
  }
}
