import type { Config } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { McpSignIn } from '../contract/mcp-sign-in.ts'
import type { Web } from './http/index.ts'
import type { Target } from './oauth/index.ts'
import type { ProjectServers } from './project-servers.ts'

/** Signing in to the servers of a project, by name. `AppError('mcp.not_found' | 'mcp.no_sign_in')` for one that has no address. */
export interface ProjectSignIns {
  look(name: string, signal: AbortSignal): Promise<McpSignIn>
  /** Answers when the server is settled with its token. */
  login(name: string, options: { scopes: readonly string[] | undefined; signal: AbortSignal }): Promise<void>
  logout(name: string): Promise<void>
}

interface ProjectSignInsDeps {
  readonly config: Config
  readonly web: () => Promise<Web>
  readonly servers: ProjectServers
}

export function createProjectSignIns(projectRoot: string, { config, web, servers }: ProjectSignInsDeps): ProjectSignIns {
  async function targetOf(name: string): Promise<Target> {
    const found = (await config.load(projectRoot)).mcpServers.find((one) => one.name === name)
    if (!found) throw new AppError('mcp.not_found', { params: { name } })
    if (found.reading.kind !== 'startable' || found.reading.launch.type === 'stdio')
      throw new AppError('mcp.no_sign_in', { params: { name } })
    const { url, headers, oauth } = found.reading.launch
    return { name, url, headers, oauth }
  }

  return {
    async look(name, signal) {
      const [target, { fetch, signIns }] = await Promise.all([targetOf(name), web()])
      return signIns.look(target, fetch, signal)
    },
    async login(name, options) {
      const [target, { fetch, signIns }] = await Promise.all([targetOf(name), web()])
      await signIns.login(target, fetch, options)
      await servers.restart(name)
    },
    async logout(name) {
      const [target, { fetch, signIns }] = await Promise.all([targetOf(name), web()])
      await signIns.logout(target, fetch)
      await servers.restart(name)
    },
  }
}
