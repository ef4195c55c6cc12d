import { AppError } from '../../contract/errors.ts'
import type { Project } from '../../contract/app.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { ProjectRecord } from '../../storage/types.ts'
import { browseFolders, cloneRepository, copySample, makeFolder, projectFacts } from '../../workspace/index.ts'
import { homeOnly, projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

/** Sessions looked at for a project's counts and last title. */
const RECENT_SESSIONS = 20

export function describeProject({ platform, sessions }: Services, record: ProjectRecord): Promise<Project> {
  const recent = sessions.list({ projectId: record.id, limit: RECENT_SESSIONS })
  return projectFacts(record, { userHome: platform.paths.userHome, sessions: recent })
}

export function projectHandlers(services: Services): RpcHandlers['projects'] {
  const { storage, platform, config, credentials, announce } = services
  const { userHome, resources } = platform.paths
  return {
    recent: ({ limit }) => Promise.all(storage.projects.recent(limit).map((record) => describeProject(services, record))),
    async forget({ projectId }, { caller }) {
      homeOnly(caller)
      storage.projects.forget(projectId)
      announce({ type: 'projects.changed' })
      return {}
    },
    async browse({ path = userHome, hidden }, { caller }) {
      homeOnly(caller)
      return browseFolders(path, { hidden, userHome })
    },
    async makeFolder({ parent, name }, { caller }) {
      homeOnly(caller)
      return { path: await makeFolder(parent, name) }
    },
    async sample({ parent }, { caller }) {
      homeOnly(caller)
      return { path: await copySample(parent, resources) }
    },
    async clone({ address, parent, cloneId }, { caller, signal }) {
      homeOnly(caller)
      const { providers } = await config.load(undefined)
      const path = await cloneRepository({
        address,
        parent,
        env: platform.env,
        secretVariables: credentials.variables(providers),
        onProgress: (step, percent) => announce({ type: 'clone.progress', cloneId, step, percent }),
        signal,
      })
      return { path }
    },
    current: async (_, { caller }) => describeProject(services, projectOf(services, caller)),
  }
}

export function windowHandlers(services: Services): RpcHandlers['windows'] {
  const { storage, platform, windows } = services
  return {
    async open({ path }, { caller }) {
      homeOnly(caller)
      const { windowId, projectId } = await windows.open(path)
      const project = storage.projects.get(projectId)
      if (!project) throw new AppError('project.missing', { params: { path } })
      return { windowId, project: await describeProject(services, project) }
    },
    async pickFolder(_, { caller }) {
      if (!platform.pickFolder) throw new AppError('project.no_picker')
      return { path: await platform.pickFolder(caller.windowId) }
    },
    // The page navigates itself; a host with windows of its own answers this before the core does.
    openHome: async () => ({}),
    takeOffer: async () => ({ offer: null }),
    async networkReturned() {
      windows.woke()
      return {}
    },
  }
}
