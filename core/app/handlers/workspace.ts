import type { RpcHandlers } from '../../contract/index.ts'
import { toWireError } from '../../contract/errors.ts'
import { listFolder } from '../../workspace/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function workspaceHandlers(services: Services): RpcHandlers['workspace'] {
  return {
    async list(place, { caller, signal }) {
      const projectRoot = projectOf(services, caller).path
      const { extraFolders } = await services.config.load(projectRoot)
      return listFolder(place, { projectRoot, extraFolders, env: services.platform.env, signal })
    },
    files: async (query, { caller }) => services.fileIndex.find(projectOf(services, caller).path, query),
  }
}

export function commandHandlers(services: Services): RpcHandlers['commands'] {
  return {
    async list({ language }, { caller }) {
      const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
      const isTrusted = projectRoot !== undefined && services.isTrusted(projectRoot)
      const { commands, problems } = await services.commands.list({ projectRoot, language, isTrusted })
      return { commands, problems: problems.map(toWireError) }
    },
  }
}

export function memoryHandlers(services: Services): RpcHandlers['memory'] {
  const { memory } = services
  const places = ({ projectId, windowId }: { projectId: string | undefined; windowId: string }) => ({
    projectRoot: projectId === undefined ? undefined : projectOf(services, { projectId, windowId }).path,
  })
  return {
    list: async (_, { caller }) => memory.list(places(caller)),
    show: async (at, { caller }) => memory.show(at, places(caller)),
    save: async (note, { caller }) => memory.save(note, places(caller)),
    async delete(at, { caller }) {
      await memory.delete(at, places(caller))
      return {}
    },
  }
}
