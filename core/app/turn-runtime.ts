import { agentFacts, forbidsTool } from '../agents/index.ts'
import { costUsd, modelFacts } from '../llm/index.ts'
import type { TurnModel } from '../agent/index.ts'
import type { Config, EffectiveConfig, ProviderConfig } from '../config/types.ts'
import type { Credentials, KeyUser } from '../credentials/types.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import type { Mcp } from '../mcp/index.ts'
import type { Prompt } from '../prompt/index.ts'
import type { SessionDeps } from '../session/index.ts'
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
}

/** What sessions ask for when a turn or an epoch begins, from configuration as it is then. */
export function createTurnRuntime(deps: Deps): Pick<SessionDeps, 'runtimeFor' | 'contextFactsFor' | 'epochFor'> {
  const { config, credentials, providers } = deps
  return {
    async runtimeFor(session, projectRoot) {
      // A folder that has vanished is said before anything is stored.
      await openFolder(projectRoot)
      await deps.mcp.prepare(projectRoot, { waitMs: deps.headless ? SERVERS_MS : 0 })
      const effective = await config.load(projectRoot)
      const found = providers.find(effective, session.provider)
      const tried = [found.name]
      const user = { sessionId: session.id, projectRoot }
      const { on, loadedWindow } = await turnModel(providers, found, { model: session.model, user })
      await credentials.learn(effective.providers)
      return {
        on,
        fallback: (out) => takeOver(providers, effective, { out, tried, user }),
        permission: await deps.permissions.of(effective),
        language: (await config.settings.get()).language ?? 'en',
        secretVariables: credentials.variables(effective.providers),
        passthrough: effective.shell.envPassthrough,
        budget: effective.budget,
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
    async contextFactsFor({ provider, model, mode }, projectRoot) {
      const effective = await config.load(projectRoot)
      const { contextWindow } = providers.find(effective, provider)
      const window = modelFacts(model, { contextWindow }).contextWindow
      const { extraFolders } = effective
      return { window, pieces: await deps.prompt.parts({ projectRoot, extraFolders, model, mode, contextWindow: window }) }
    },
    async epochFor({ provider, model, mode, agent }, projectRoot) {
      const effective = await config.load(projectRoot)
      const { contextWindow: given } = providers.find(effective, provider)
      const { contextWindow } = modelFacts(model, { contextWindow: given })
      const { extraFolders } = effective
      const own = agentFacts(agent)
      const system = await deps.prompt.system({
        agent: own,
        projectRoot,
        cwd: agent?.worktree?.cwd,
        extraFolders,
        model,
        mode,
        contextWindow,
      })
      const offered = [...deps.tools, ...deps.mcp.offered(projectRoot)]
      const tools = agent ? offered.filter((tool) => forbidsTool(agent, tool) === undefined) : offered
      return { system, tools: tools.map(toolSpec), provider, model }
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

/** `AppError('provider.thinking_budget' | 'provider.key_*' | 'keychain.*')`. */
async function turnModel(
  providers: Providers,
  config: ProviderConfig,
  { model, user }: { model: string; user: KeyUser },
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
    settings,
    maxRetries,
    contextWindow,
    minCacheTokens,
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
  { out, tried, user }: { out: TurnModel; tried: string[]; user: KeyUser },
): Promise<TurnModel | undefined> {
  const config = effective.providers.find(({ name }) => name === out.provider.name)
  const next = effective.providers.find(({ name }) => name === config?.fallback)
  if (!next || tried.includes(next.name)) return undefined
  tried.push(next.name)
  try {
    return (await turnModel(providers, next, { model: next.model, user })).on
  } catch (error) {
    // Without its key it is no help; the first failure is what the person needs to hear of.
    if (error instanceof AppError) return undefined
    throw error
  }
}
