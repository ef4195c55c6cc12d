import { AppError } from '../../contract/errors.ts'
import type { RpcHandlers } from '../../contract/index.ts'
import { ownSession } from '../callers.ts'
import type { Services } from '../services.ts'

export function shellHandlers(services: Services): RpcHandlers['shells'] {
  const { shells } = services
  return {
    list: async ({ sessionId }, { caller }) => [...shells.list(ownSession(services, caller, sessionId))],
    async tail({ sessionId, shellId }, { caller }) {
      const text = shells.tail(ownSession(services, caller, sessionId), shellId)
      const shell = shells.list(sessionId).find((one) => one.shellId === shellId)
      if (text === undefined || !shell) throw new AppError('shell.not_found')
      return { text, chars: shell.chars }
    },
    async stop({ sessionId, shellId }, { caller }) {
      const shell = await shells.stop(ownSession(services, caller, sessionId), shellId, { quiet: false })
      if (!shell) throw new AppError('shell.not_found')
      return shell
    },
  }
}
