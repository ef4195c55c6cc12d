import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { McpServerConfig } from '../mcp-types.ts'
import type { Policy } from './types.ts'

/** The servers as the policy leaves them: one it forbids is broken, with the policy as its problem, and never started. */
export function managedServers({ file, mcp }: Policy, servers: readonly McpServerConfig[]): readonly McpServerConfig[] {
  return servers.map((server) => {
    const { reading, name } = server
    const refused = reading.kind === 'startable' ? refusalOf(mcp, name, reading.launch) : undefined
    if (refused === undefined) return server
    return { ...server, reading: { kind: 'broken', problem: new AppError('policy.mcp', { params: { file, name, what: refused } }) } }
  })
}

type Launch = Extract<McpServerConfig['reading'], { kind: 'startable' }>['launch']

/** What of it is not allowed. */
function refusalOf({ servers, commands, hosts }: Policy['mcp'], name: string, launch: Launch): string | undefined {
  if (servers && !servers.includes(name)) return name
  if (launch.type !== 'stdio') {
    const { host, hostname } = new URL(launch.url)
    return hosts && !hosts.includes(host) && !hosts.includes(hostname) ? host : undefined
  }
  // A bare name allows the program of the path by that name, never a file that is only called so.
  return commands && !commands.includes(launch.command) ? path.basename(launch.command) : undefined
}
