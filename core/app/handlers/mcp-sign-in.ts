import type { RpcHandlers } from '../../contract/index.ts'
import { projectOf } from '../callers.ts'
import type { Services } from '../services.ts'

export function mcpSignInHandlers(services: Services): RpcHandlers['mcpSignIn'] {
  const { mcp } = services
  return {
    look: ({ name }, { caller, signal }) => mcp.signIns(projectOf(services, caller).path).look(name, signal),
    async login({ name, scopes }, { caller, signal }) {
      await mcp.signIns(projectOf(services, caller).path).login(name, { scopes, signal })
      return {}
    },
    async logout({ name }, { caller }) {
      await mcp.signIns(projectOf(services, caller).path).logout(name)
      return {}
    },
  }
}
