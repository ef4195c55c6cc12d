import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import type { Setup } from '../../setup/index.ts'
import { homeOnly } from '../callers.ts'
import type { Services } from '../services.ts'
import { importChoice } from './keeping.ts'

/** Projects that are looked through for a session that was brought before. */
const MAX_PROJECTS = 1_000
const MAX_SESSIONS = 1_000

export function setupHandlers(services: Services): RpcHandlers['setup'] {
  let made: Promise<Setup> | undefined
  const held = (): Promise<Setup> => (made ??= makeSetup(services))
  return {
    async find(_, { caller, signal }) {
      homeOnly(caller)
      return (await held()).find(signal)
    },
    async bring({ ids }, { caller, signal }) {
      homeOnly(caller)
      const results = await (await held()).bring(ids, signal)
      services.announce({ type: 'settings.changed' })
      services.announce({ type: 'projects.changed' })
      return { results }
    },
  }
}

/** Loaded when somebody looks for it: parsers of other products' files are not needed to start. */
async function makeSetup(services: Services): Promise<Setup> {
  const { platform, config, hooks, definitions, installer, installs, skills, storage, sessions, audit } = services
  const { createSetup, findAgents, findCommands, findHooks, findRules, findServers, findSessions, findSkills } =
    await import('../../setup/index.ts')
  const { home, userHome } = platform.paths
  const place = { home, userHome }
  return createSetup({
    userHome,
    finders: [
      findServers({
        ...place,
        env: platform.env,
        config,
        keychain: platform.keychain,
        clock: platform.clock,
        brought: (name) => audit.installed({ projectRoot: '', kind: 'mcp', name, action: 'install' }),
      }),
      findHooks({ ...place, hooks }),
      findAgents(place, (text, fileName) => definitions.check(text, fileName).diagnostics.find(({ level }) => level === 'error')?.problem),
      findCommands(place),
      findSkills({
        ...place,
        installer,
        confirm: async (previewId) => void (await installs.confirm(previewId, { projectRoot: undefined, acceptCritical: false })),
        present: async () => new Set((await skills.list({ projectRoot: undefined, isTrusted: false })).map(({ id }) => id.toLowerCase())),
      }),
      findRules(place),
      findSessions({
        ...place,
        isKept(folder, createdAt) {
          const project = storage.projects.recent(MAX_PROJECTS).find((one) => one.path === folder)
          const kept = project ? storage.sessions.list({ projectId: project.id, limit: MAX_SESSIONS }) : []
          return kept.some((session) => session.createdAt === createdAt)
        },
        async keep({ path: file, folder }) {
          const choice = await importChoice(services, folder)
          const bytes = await readFile(file).catch((cause: unknown) => {
            throw new AppError('setup.gone', { cause })
          })
          const { id } = storage.projects.open(folder)
          await sessions.import({ projectId: id, name: path.basename(file), bytes, ...choice })
        },
      }),
    ],
  })
}
