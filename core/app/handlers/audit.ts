import type { RpcHandlers } from '../../contract/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function auditHandlers(services: Services): RpcHandlers['audit'] {
  const { storage, audit } = services
  return {
    async list(query, { caller }) {
      const projectRoot = caller.projectId === undefined ? undefined : projectOf(services, caller).path
      return { ...storage.audit.page({ ...query, projectRoot }), lost: audit.lost }
    },
  }
}
