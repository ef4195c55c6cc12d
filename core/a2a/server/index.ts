import type { Core } from '../../app/types.ts'
import type { RpcClient } from '../../contract/index.ts'
import { createDesk } from './desk.ts'
import { createHandler } from './handler.ts'
import { listen } from './listener.ts'

export { serverToken, type ServerToken } from './token.ts'

export interface A2aServerOptions {
  /** Of a window of the project that is worked on. */
  readonly rpc: RpcClient
  readonly onEvent: Core['onEvent']
  readonly token: string
  /** 0: any free one. */
  readonly port: number
  readonly version: string
  readonly onBug: (error: unknown) => void
}

export interface A2aServer {
  readonly cardUrl: string
  close(): Promise<void>
}

/** Agents of this machine for clients on it that speak A2A 1.0 or 0.3. `AppError('usage.port_unavailable')`. */
export async function startA2aServer({ rpc, onEvent, token, port, version, onBug }: A2aServerOptions): Promise<A2aServer> {
  const errors = await import('@a2a-js/sdk/errors')
  const desk = createDesk({ rpc, onEvent })
  // An agent on another machine is not passed on.
  const agents = async () => (await rpc.agents.list({})).filter(({ state, remoteUrl }) => state === 'active' && remoteUrl === undefined)
  const handler = (origin: string) => createHandler({ desk, agents, origin, version, errors })
  const listener = await listen({ port, token, handler, onBug })
  return {
    cardUrl: `${listener.origin}/.well-known/agent-card.json`,
    async close() {
      desk.close()
      await listener.close()
    },
  }
}
