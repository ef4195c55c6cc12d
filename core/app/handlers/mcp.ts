import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function mcpHandlers(services: Services): RpcHandlers['mcp'] {
  const { mcp, config, platform, announce } = services
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
    async tools({ name }, { caller }) {
      const server = await mcp.of(projectOf(services, caller).path).ready(name)
      return [...server.tools]
    },
    async call({ name, tool, arguments: given }, { caller, signal }) {
      commandLineOnly()
      const server = await mcp.of(projectOf(services, caller).path).ready(name)
      if (!server.tools.some((one) => one.name === tool)) throw new AppError('mcp.no_tool', { params: { name, tool } })
      return server.call({ tool, arguments: given, signal, onProgress: () => undefined })
    },
    restart: ({ name }, { caller }) => mcp.of(projectOf(services, caller).path).restart(name),
    async add({ name, entry }) {
      commandLineOnly()
      await config.addMcpServer(name, entry)
      announce({ type: 'settings.changed' })
      return {}
    },
    async remove({ name }, { caller }) {
      await config.changeMcpServer(projectOf(services, caller).path, name, 'remove')
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
