import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { callsByTool, testServer } from '../../mcp/index.ts'
import { projectOf } from '../callers.ts'
import { directCall, serverTried } from '../mcp-direct-call.ts'
import type { Services } from '../services.ts'
import { portionOf } from './portion.ts'

const DAY_MS = 86_400_000
const USAGE_DAYS = 30
/** Read on this thread. */
const MOST_CALLS = 5_000

export function mcpHandlers(services: Services): RpcHandlers['mcp'] {
  const { mcp, config, platform, audit, announce, storage } = services
  const recording = { audit, clock: platform.clock }
  const commandLineOnly = (): void => {
    if (platform.host !== 'cli') throw new AppError('mcp.command_line_only')
  }
  return {
    list: (_, { caller }) => mcp.of(projectOf(services, caller).path).list(),
    async status(_, { caller }) {
      const servers = mcp.of(projectOf(services, caller).path)
      await servers.refresh()
      await servers.settled()
      return servers.list()
    },
    async tools({ name, from }, { caller }) {
      const server = await mcp.of(projectOf(services, caller).path).ready(name)
      return portionOf(server.tools.slice(from))
    },
    async usage({ name }, { caller }) {
      const projectRoot = projectOf(services, caller).path
      const server = await mcp.of(projectRoot).started(name)
      const since = platform.clock.now() - USAGE_DAYS * DAY_MS
      const calls = storage.audit.serverCalls({ projectRoot, server: name, since, limit: MOST_CALLS })
      return callsByTool(calls, server?.tools ?? [])
    },
    async call({ name, tool, arguments: given }, { caller, signal }) {
      commandLineOnly()
      const projectRoot = projectOf(services, caller).path
      return directCall(recording, { projectRoot, server: name, tool, input: given }, async () => {
        const server = await mcp.of(projectRoot).ready(name)
        if (!server.tools.some((one) => one.name === tool)) throw new AppError('mcp.no_tool', { params: { name, tool } })
        return server.call({ tool, arguments: given, signal, onProgress: () => undefined })
      })
    },
    async restart({ name }, { caller }) {
      const { view, server } = await mcp.of(projectOf(services, caller).path).restart(name)
      return { server: view, log: server?.log() ?? '' }
    },
    async log({ name }, { caller }) {
      const server = await mcp.of(projectOf(services, caller).path).started(name)
      const { count, first } = server?.noise() ?? { count: 0, first: '' }
      return { log: server?.log() ?? '', noise: count, firstNoise: first }
    },
    async test({ name, tool, arguments: given }, { caller, signal }) {
      const projectRoot = projectOf(services, caller).path
      const { called, ...tried } = await testServer(mcp.of(projectRoot), { name, tool, arguments: given, signal })
      serverTried(recording, { projectRoot, server: name, tool: called, input: given }, { called, ...tried })
      return tried
    },
    async lookedAt({ name, tool }, { caller }) {
      const server = await mcp.of(projectOf(services, caller).path).started(name)
      await server?.lookedAt(tool)
      return {}
    },
    async setTool({ name, tool, enabled }, { caller }) {
      await config.switchMcpTool(projectOf(services, caller).path, name, { tool, enabled })
      announce({ type: 'settings.changed' })
      return {}
    },
    async add({ name, entry }, { caller }) {
      commandLineOnly()
      await config.addMcpServer(name, entry)
      audit.installed({ projectRoot: projectOf(services, caller).path, kind: 'mcp', name, action: 'install' })
      announce({ type: 'settings.changed' })
      return {}
    },
    async remove({ name }, { caller }) {
      const root = projectOf(services, caller).path
      const entry = await config.mcpEntry(root, name)
      await config.changeMcpServer(root, name, 'remove')
      const { leaveServer } = await import('../../mcp/install/index.ts')
      await leaveServer(name, entry, { home: platform.paths.home, keychain: platform.keychain })
      audit.installed({ projectRoot: root, kind: 'mcp', name, action: 'remove' })
      announce({ type: 'settings.changed' })
      return {}
    },
    async setEnabled({ name, enabled }, { caller }) {
      await config.changeMcpServer(projectOf(services, caller).path, name, enabled ? 'enable' : 'disable')
      announce({ type: 'settings.changed' })
      return {}
    },
  }
}
