import { AppError } from '../contract/errors.ts'
import type { McpLaunch, McpServerConfig } from './mcp-types.ts'
import { isPackageRunner, unpinnedPackage } from './unpinned-package.ts'

/** What may start at all, by the person's settings or the policy. An absent list limits nothing. */
export interface McpLimits {
  readonly file: string
  /** Exactly as written in an entry's `command`. */
  readonly commands: readonly string[] | undefined
  /** `host` or `host:port`. */
  readonly hosts: readonly string[] | undefined
  /** Where `npx` and `uvx` fetch packages, in place of the public registries. */
  readonly packageRegistry: string | undefined
  readonly requiresPinned: boolean
}

/** The servers as the limits leave them: one beyond them is broken, with the file that limits it, and never started. */
export function limitServers(limits: McpLimits | undefined, servers: readonly McpServerConfig[]): readonly McpServerConfig[] {
  if (!limits) return servers
  return servers.map((server) => {
    const { reading, name } = server
    if (reading.kind !== 'startable') return server
    const problem = problemOf(limits, name, reading.launch)
    return { ...server, reading: problem ? { kind: 'broken', problem } : { ...reading, launch: fromRegistry(limits, reading.launch) } }
  })
}

function problemOf({ file, commands, hosts, requiresPinned }: McpLimits, name: string, launch: McpLaunch): AppError | undefined {
  const refused = (what: string): AppError => new AppError('mcp.not_allowed', { params: { file, name, what } })
  if (launch.type !== 'stdio') {
    const { host, hostname } = new URL(launch.url)
    return hosts && !hosts.includes(host) && !hosts.includes(hostname) ? refused(host) : undefined
  }
  if (commands && !commands.includes(launch.command)) return refused(launch.command)
  const unpinned = requiresPinned ? unpinnedPackage(launch.command, launch.args) : undefined
  return unpinned === undefined ? undefined : new AppError('mcp.must_be_pinned', { params: { file, name, package: unpinned } })
}

/** The entry's own variables give way: where packages come from is not the entry's to say then. */
function fromRegistry({ packageRegistry }: McpLimits, launch: McpLaunch): McpLaunch {
  if (packageRegistry === undefined || launch.type !== 'stdio' || !isPackageRunner(launch.command)) return launch
  return { ...launch, env: { ...launch.env, npm_config_registry: packageRegistry, UV_DEFAULT_INDEX: packageRegistry } }
}
