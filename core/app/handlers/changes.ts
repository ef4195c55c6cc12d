import type { RpcHandlers } from '../../contract/index.ts'
import { ownSession } from '../callers.ts'
import type { Services } from '../services.ts'

export function changesHandlers(services: Services): RpcHandlers['changes'] {
  const { sessions } = services
  return {
    list: async ({ sessionId }, { caller }) => sessions.changes(ownSession(services, caller, sessionId)),
    diff: async ({ sessionId, path, turnId }, { caller }) => sessions.diff(ownSession(services, caller, sessionId), { path, turnId }),
    revert: async ({ sessionId, path, turnId, hunk, dryRun }, { caller }) =>
      sessions.revert(ownSession(services, caller, sessionId), { path, turnId, hunk, dryRun }),
  }
}
