import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { ownSession, projectOf } from '../callers.ts'
import type { ImportFile } from '../../storage/types.ts'
import type { Services } from '../services.ts'

/** A larger file is no session of a person. */
const MAX_IMPORT_BYTES = 256 * 1_048_576

type Keeping = Pick<RpcHandlers['sessions'], 'pin' | 'archive' | 'delete' | 'export' | 'import' | 'search'>

/** What is done with sessions as a whole. */
export function keepingHandlers(services: Services): Keeping {
  const { sessions, config, credentials, tickets } = services
  return {
    pin: async ({ sessionId, pinned }, { caller }) => sessions.place(ownSession(services, caller, sessionId), { pinned }),
    archive: async ({ sessionId, archived }, { caller }) => sessions.place(ownSession(services, caller, sessionId), { archived }),
    async delete({ sessionId }, { caller }) {
      await sessions.remove([ownSession(services, caller, sessionId)])
      return {}
    },
    async export({ sessionId, format, language }, { caller }) {
      ownSession(services, caller, sessionId)
      // A process in which no turn ran knows no key yet.
      await credentials.learn((await config.load(projectOf(services, caller).path)).providers)
      const path = tickets.issue({ kind: 'output', read: () => sessions.export(sessionId, { format, language }) })
      return { path, name: `${fileName(services.storage.sessions.get(sessionId)?.title ?? '')}.${format}` }
    },
    async import({ name, size }, { caller }) {
      if (size > MAX_IMPORT_BYTES) throw new AppError('files.too_large', { params: { name, limit: '256 MB' } })
      const project = projectOf(services, caller)
      const choice = await importChoice(services, project.path)
      const path = tickets.issue({
        kind: 'import',
        maxBytes: MAX_IMPORT_BYTES,
        keep: (bytes) =>
          sessions.import({
            projectId: project.id,
            name,
            bytes,
            ...choice,
          }),
      })
      return { path }
    },
    search: (query, { caller }) => sessions.search({ ...query, projectId: caller.projectId }),
  }
}

/** With what a session that comes from a file goes on. */
export async function importChoice(
  { config, providers }: Services,
  projectRoot: string,
): Promise<Pick<ImportFile, 'provider' | 'model' | 'mode' | 'known'>> {
  const effective = await config.load(projectRoot)
  // Reading what was said needs no model; one can be chosen later.
  const chosen = effective.providers.some(({ protocol }) => protocol !== 'demo') ? providers.preferred(effective) : effective.providers[0]
  return {
    provider: chosen?.name ?? '',
    model: chosen ? providers.modelOf(chosen, undefined) : '',
    mode: effective.defaultMode,
    known: effective.providers.map((provider) => provider.name),
  }
}

/** A title as a file's name on every system. */
function fileName(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .replace(/[. ]+$/, '')
  return name === '' ? 'session' : name
}
