import { agentFacts, forbidsTool } from '../agents/index.ts'
import { costUsd, modelFacts } from '../llm/index.ts'
import type { TurnModel } from '../agent/index.ts'
import type { Config, EffectiveConfig, ProviderConfig } from '../config/types.ts'
import type { Credentials, KeyUser } from '../credentials/types.ts'
import { Effort } from '../contract/common.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import type { Mcp } from '../mcp/index.ts'
import type { Prompt } from '../prompt/index.ts'
import { agentMode, specOf, type SessionDeps } from '../session/index.ts'
import { toolSpec, type Tool } from '../tools/index.ts'
import { openFolder } from '../workspace/index.ts'
import { isInside } from '../permission/index.ts'
import type { Sandbox, SandboxPlaces } from '../permission/sandbox/index.ts'
import type { SessionRecord } from '../storage/types.ts'
import type { Permissions } from './permissions.ts'
import type { Providers } from './providers.ts'

interface Deps {
  readonly config: Config
  readonly credentials: Credentials
  readonly providers: Providers
  readonly prompt: Prompt
  readonly tools: readonly Tool[]
  readonly mcp: Mcp
  /** Nobody waits at a prompt: a run may begin a little later, with its tools. */
  readonly headless: boolean
  readonly permissions: Permissions
  readonly sandbox: Sandbox
  /** Of the session of an agent on another machine; undefined: it is none. `AppError('agent.untrusted')`. */
  readonly remoteModel: (session: SessionRecord, projectRoot: string) => ChosenModel | undefined
}

/** What sessions ask for when a turn or an epoch begins, from configuration as it is then. */
export function createTurnRuntime(deps: Deps): Pick<SessionDeps, 'runtimeFor' | 'contextFactsFor' | 'epochFor' | 'newsFor'> {
  const { config, credentials, providers } = deps
  return {
    async runtimeFor(session, projectRoot) {
      // A folder that has vanished is said before anything is stored.
      await openFolder(projectRoot)
      await deps.mcp.prepare(projectRoot, { waitMs: deps.headless ? SERVERS_MS : 0 })
      const effective = await config.load(projectRoot)
      const { on, loadedWindow, fallback } =
        deps.remoteModel(session, projectRoot) ?? (await chosenModel(providers, effective, { session, projectRoot }))
      await credentials.learn(effective.providers)
      return {
        on,
        fallback,
        permission: await deps.permissions.of(effective),
        language: (await config.settings.get()).language ?? 'en',
        secretVariables: credentials.variables(effective.providers),
        passthrough: effective.shell.envPassthrough,
        budget: effective.budget,
        agentBudget: effective.agents.budget,
        confine: (program, sessionDir) =>
          deps.sandbox.hold(
            program,
            sandboxPlaces(session, { projectRoot, sessionDir, extraFolders: effective.extraFolders }),
            effective.sandbox,
          ),
        notices: [
          ...effective.problems,
          ...effective.notices,
          ...(await unsandboxed(effective, deps.sandbox)),
          ...smallWindow(on, loadedWindow),
        ].map(toWireError),
      }
    },
    async contextFactsFor(session, projectRoot) {
      const { provider, model, mode } = session
      if (specOf(session)?.remote) return { window: 0, pieces: [] }
      const effective = await config.load(projectRoot)
      const { contextWindow } = providers.find(effective, provider)
      const window = modelFacts(model, { contextWindow }).contextWindow
      const agent = agentFacts(specOf(session))
      const { extraFolders } = effective
      return { window, pieces: await deps.prompt.parts({ agent, projectRoot, extraFolders, model, mode, contextWindow: window }) }
    },
    async epochFor(session, projectRoot) {
      const { provider, model } = session
      const agent = specOf(session)
      if (agent?.remote) return { system: { stable: '', environment: '' }, tools: [], provider, model }
      const effective = await config.load(projectRoot)
      const { contextWindow: given } = providers.find(effective, provider)
      const { contextWindow } = modelFacts(model, { contextWindow: given })
      const { extraFolders } = effective
      const system = await deps.prompt.system({
        agent: agentFacts(agent),
        projectRoot,
        cwd: agent?.worktree?.cwd,
        extraFolders,
        model,
        mode: agentMode(agent, session.mode),
        contextWindow,
      })
      const offered = [...deps.tools, ...deps.mcp.offered(projectRoot)]
      const tools = agent ? offered.filter((tool) => forbidsTool(agent, tool) === undefined) : offered
      return { system, tools: tools.map(toolSpec), provider, model }
    },
    async newsFor(projectRoot, { agent, ...told }) {
      // What is known here is nobody's business on another machine.
      if (agent?.remote) return []
      return [
        ...(await deps.prompt.news({ projectRoot, cwd: agent?.worktree?.cwd, ...told, agent: agentFacts(agent) })),
        // Which servers there are is no news to an agent that has only what its definition names.
        ...(agent?.limits.some(({ only }) => only !== null) ? [] : deps.mcp.news(projectRoot, told)),
      ]
    },
  }
}

/** An agent in a worktree writes there, and nowhere in the project's own folder. */
function sandboxPlaces({ agent }: SessionRecord, places: SandboxPlaces): SandboxPlaces {
  if (!agent?.worktree) return places
  const extraFolders = places.extraFolders.filter((folder) => !isInside(places.projectRoot, folder))
  return { ...places, projectRoot: agent.worktree.cwd, extraFolders }
}

/** Wished for and not to be had here: commands run all the same, which has to be known. */
async function unsandboxed({ sandbox: { level, source } }: EffectiveConfig, sandbox: Sandbox): Promise<readonly AppError[]> {
  const detail = level === 'on' ? await sandbox.problem() : undefined
  return detail === undefined ? [] : [new AppError('permission.sandbox_unavailable', { params: { file: source?.file ?? '', detail } })]
}

/** What a run that nobody watches waits for MCP servers at most; later ones are announced. */
const SERVERS_MS = 5_000

/** What a turn runs on, and who takes over from it. */
export type ChosenModel = Pick<Awaited<ReturnType<SessionDeps['runtimeFor']>>, 'on' | 'fallback'> & {
  readonly loadedWindow: number | undefined
}

async function chosenModel(
  providers: Providers,
  effective: EffectiveConfig,
  { session, projectRoot }: { session: SessionRecord; projectRoot: string },
): Promise<ChosenModel> {
  const found = providers.find(effective, session.provider)
  const tried = [found.name]
  const user = { sessionId: session.id, projectRoot }
  const effort = effortOf(session)
  const { on, loadedWindow } = await turnModel(providers, found, { model: session.model, effort, user })
  return { on, loadedWindow, fallback: (out) => takeOver(providers, effective, { out, tried, effort, user }) }
}

/** The person's word for this session, else its definition's; undefined: configuration's. */
function effortOf(session: SessionRecord): Effort | undefined {
  return session.effort ?? Effort.safeParse(specOf(session)?.effort).data
}

/** `AppError('provider.thinking_budget' | 'provider.key_*' | 'keychain.*')`. */
async function turnModel(
  providers: Providers,
  config: ProviderConfig,
  { model, effort, user }: { model: string; effort: Effort | undefined; user: KeyUser },
): Promise<{ on: TurnModel; loadedWindow: number | undefined }> {
  const { provider, facts, loadedWindow } = await providers.ready(config, model, user)
  const { settings, maxRetries, name } = config
  const { contextWindow, maxOutput: maxTokens, capabilities } = facts
  const minCacheTokens = capabilities.minCacheTokens ?? usualCacheTokens
  const budget = typeof settings.thinking === 'object' ? settings.thinking.budget : undefined
  if (budget !== undefined && (budget < minThinkingBudget || budget >= maxTokens)) {
    throw new AppError('provider.thinking_budget', { params: { name, budget, maxTokens } })
  }
  const on: TurnModel = {
    provider,
    model,
    maxTokens,
    settings: effort ? { ...settings, effort } : settings,
    maxRetries,
    contextWindow,
    minCacheTokens,
    isCutOff: () => providers.isCutOff(config),
    costUsd: (usage) => costUsd(usage, facts),
  }
  return { on, loadedWindow }
}

/** A window in which an agent's prompt, files and answers hardly find room. */
const smallWindowTokens = 16_384

function smallWindow({ provider, model }: TurnModel, loadedWindow: number | undefined): AppError[] {
  if (loadedWindow === undefined || loadedWindow >= smallWindowTokens) return []
  return [new AppError('provider.small_window', { params: { provider: provider.name, model, window: loadedWindow } })]
}

/** The vendors' least. */
const minThinkingBudget = 1024

/** Where the table says nothing of a model. */
const usualCacheTokens = 4096

/** Along the chain of fallbacks to the first that can be used and was not tried in this turn. */
async function takeOver(
  providers: Providers,
  effective: EffectiveConfig,
  { out, tried, effort, user }: { out: TurnModel; tried: string[]; effort: Effort | undefined; user: KeyUser },
): Promise<TurnModel | undefined> {
  const config = effective.providers.find(({ name }) => name === out.provider.name)
  const next = effective.providers.find(({ name }) => name === config?.fallback)
  // What the network keeps away as well is no help now, and may be one later.
  if (!next || tried.includes(next.name) || providers.isCutOff(next)) return undefined
  tried.push(next.name)
  try {
    return (await turnModel(providers, next, { model: next.model, effort, user })).on
  } catch (error) {
    // Without its key it is no help; the first failure is what the person needs to hear of.
    if (error instanceof AppError) return undefined
    throw error
  }
}
