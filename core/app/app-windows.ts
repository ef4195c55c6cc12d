import type { AppEvent } from '../contract/events.ts'
import type { Mcp } from '../mcp/index.ts'
import type { Sessions } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import { openFolder } from '../workspace/index.ts'
import { createWindows, type Windows } from './windows.ts'

interface Deps {
  readonly storage: Storage
  readonly sessions: Sessions
  readonly mcp: Mcp
  readonly announce: (event: AppEvent) => void
}

/** Windows on this machine's projects. */
export function createAppWindows({ storage, sessions, mcp, announce }: Deps): Windows {
  return createWindows({
    async openProject(folder) {
      const { id } = storage.projects.open(await openFolder(folder))
      announce({ type: 'projects.changed' })
      mcp.start(storage.projects.get(id)?.path ?? folder)
      return id
    },
    lookAtProject: async (folder) => storage.projects.look(await openFolder(folder)).id,
    projectOf: (sessionId) => sessions.projectOf(sessionId),
    woke() {
      sessions.retryAll()
      mcp.lookNow()
    },
    isListed({ sessionId, type }) {
      const record = storage.sessions.get(sessionId)
      // What an agent asks that no conversation started nobody else would tell.
      return !record?.agent || (record.parentId === null && /^(approval|question)\./.test(type))
    },
  })
}
