import { userInfo } from 'node:os'
import { createAudit, type Audit } from '../audit/index.ts'
import { storedCall } from '../session/index.ts'
import type { Storage } from '../storage/types.ts'
import type { HostPlatform } from './types.ts'

/** The audit over this machine's storage. */
export function createAppAudit({ storage, platform }: { storage: Storage; platform: HostPlatform }): Audit {
  const { clock, log, redactor } = platform
  return createAudit({
    rows: storage.audit,
    clock,
    log,
    osUser: osUser(),
    redact: redactor.redactSecrets,
    projectRootOf: (sessionId) => storage.projects.get(storage.sessions.get(sessionId)?.projectId ?? '')?.path ?? '',
    storedCall: (sessionId, toolCallId) => storedCall(storage, sessionId, toolCallId),
    agentOf(sessionId) {
      const session = storage.sessions.get(sessionId)
      return session?.agent ? { name: session.agent.type, model: session.model, parentId: session.parentId } : undefined
    },
  })
}

/** Some containers run a user that has no entry. */
function osUser(): string {
  try {
    return userInfo().username
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(process.getuid?.() ?? '')
    throw error
  }
}
