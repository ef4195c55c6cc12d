import { orphanWorktrees } from '../../git/index.ts'
import { AppError, toWireError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { projectOf } from '../callers.ts'
import { collectDiagnostics } from '../diagnostics.ts'
import { checkHealth } from '../doctor.ts'
import { firstRequest } from '../first-request.ts'
import type { Services } from '../services.ts'
import { createUpdateNews } from '../update-news.ts'
import { describeProject } from './projects.ts'

export function appHandlers(services: Services): RpcHandlers['app'] {
  const { platform, config, storage, hasHome, announce } = services
  const news = createUpdateNews(services)
  return {
    async info(_, { caller }) {
      const record = caller.projectId === undefined ? undefined : projectOf(services, caller)
      const [effective, settings, project, orphans] = await Promise.all([
        config.load(record?.path),
        config.settings.get(),
        record && describeProject(services, record),
        record ? orphanWorktrees(record.path, { known: storage.sessions.worktrees(record.id), now: platform.clock.now() }) : [],
      ])
      const updatedFrom = news.updatedFrom()
      const lost = orphans.length > 0 ? [new AppError('worktree.orphans', { params: { paths: orphans.join(', ') } })] : []
      return {
        version: platform.version,
        host: platform.host,
        platform: process.platform,
        ...(project && { project }),
        settings,
        nativeFolderDialog: platform.pickFolder !== undefined,
        home: hasHome,
        ...(updatedFrom !== undefined && { updatedFrom }),
        problems: [...storage.problems, ...effective.problems, ...effective.notices, ...lost].map(toWireError),
      }
    },
    async newsSeen() {
      news.seen()
      announce({ type: 'settings.changed' })
      return {}
    },
    async prompt(_, { caller }) {
      const parts = await firstRequest(services, projectOf(services, caller).path)
      return { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) }
    },
    diagnostics: async () => ({ text: await collectDiagnostics(services) }),
    async doctor({ refresh }, { caller }) {
      // Servers whose entries name variables are started anew by the event.
      if (refresh && (await platform.loginShell?.refresh())) {
        announce({ type: 'settings.changed' })
        announce({ type: 'providers.changed' })
      }
      return checkHealth(services, caller.projectId === undefined ? undefined : projectOf(services, caller).path)
    },
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
