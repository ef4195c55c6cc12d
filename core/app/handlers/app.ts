import { toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { projectOf } from '../callers.ts'
import { checkHealth } from '../doctor.ts'
import { firstRequest } from '../first-request.ts'
import type { Services } from '../services.ts'
import { describeProject } from './projects.ts'

export function appHandlers(services: Services): RpcHandlers['app'] {
  const { platform, config, storage, hasHome } = services
  return {
    async info(_, { caller }) {
      const record = caller.projectId === undefined ? undefined : projectOf(services, caller)
      const [effective, settings, project] = await Promise.all([
        config.load(record?.path),
        config.settings.get(),
        record && describeProject(services, record),
      ])
      return {
        version: platform.version,
        host: platform.host,
        platform: process.platform,
        ...(project && { project }),
        settings,
        nativeFolderDialog: platform.pickFolder !== undefined,
        home: hasHome,
        problems: [...storage.problems, ...effective.problems, ...effective.notices].map(toWireError),
      }
    },
    async prompt(_, { caller }) {
      const parts = await firstRequest(services, projectOf(services, caller).path)
      return { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
    doctor: async (_, { caller }) => checkHealth(services, caller.projectId === undefined ? undefined : projectOf(services, caller).path),
  }
}

export function settingsHandlers({ config, announce }: Services): RpcHandlers['settings'] {
  return {
    get: () => config.settings.get(),
    async set(patch) {
      const settings = await config.settings.set(patch)
      announce({ type: 'settings.changed' })
      return settings
    },
  }
}
