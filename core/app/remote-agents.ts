import { createRemoteAgents, type RemoteAgents } from '../a2a/index.ts'
import type { Config } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Credentials } from '../credentials/types.ts'
import { specOf } from '../session/index.ts'
import type { SessionRecord } from '../storage/types.ts'
import { publicWeb } from '../tools/index.ts'
import { browserOf } from './mcp.ts'
import type { ChosenModel } from './turn-runtime.ts'
import type { CoreOptions, HostPlatform } from './types.ts'

interface Deps {
  readonly platform: HostPlatform
  readonly options: CoreOptions
  readonly config: Config
  readonly credentials: Credentials
  readonly sessionsDir: string
}

/** Agents on other machines over this machine's settings, keychain and network. */
export function createAppRemoteAgents({ platform, options, config, credentials, sessionsDir }: Deps): RemoteAgents {
  const { clock, log, keychain, env, paths, redactor } = platform
  return createRemoteAgents({
    clock,
    log,
    keychain,
    env,
    sessionsDir,
    openExternal: browserOf(platform),
    home: paths.home,
    web: options.web ?? publicWeb(),
    learn: redactor.addKey,
    async surroundings(projectRoot) {
      const { a2aHosts, providers } = await config.load(projectRoot)
      const secret = credentials.variables(providers)
      return { allowedHosts: a2aHosts, isSecretVariable: (name) => secret.has(name) }
    },
  })
}

/** Nothing there is measured in tokens, and nothing that is said there is summed up here. */
const NO_END = 1_000_000_000

/** What stands in the place of a model in the session of an agent on another machine. */
export function remoteModels(
  remote: RemoteAgents,
  isTrusted: (projectRoot: string) => boolean,
): (session: SessionRecord, projectRoot: string) => ChosenModel | undefined {
  return (session, projectRoot) => {
    const spec = specOf(session)
    if (spec?.isOfProject && !isTrusted(projectRoot)) throw new AppError('agent.untrusted')
    const target = spec?.remote
    if (!target) return undefined
    const provider = remote.provider({ sessionId: session.id, projectRoot, agent: spec.type, target })
    const limits = { maxTokens: NO_END, contextWindow: NO_END, minCacheTokens: NO_END }
    const on = { provider, model: session.model, settings: {}, maxRetries: 0, costUsd: () => null, isCutOff: () => false, ...limits }
    return { on, loadedWindow: undefined, fallback: async () => undefined }
  }
}
