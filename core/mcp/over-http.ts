import { SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { McpHttpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import { isLostSession, isOlderServer } from './failures.ts'
import { shakeHands, type Making } from './handshake.ts'
import type { Connection } from './types.ts'

/** Greets a server at an address; a session it forgets is renewed once. */
export async function overHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  let current = await reachHttp(launch, making)
  let renewal: Promise<Connection> | undefined
  return {
    ...current,
    async call(request) {
      try {
        return await current.call(request)
      } catch (error) {
        if (!(error instanceof AppError && isLostSession(error.cause))) throw error
        // The server has forgotten us; the call was never run. One new session for all that find out together.
        renewal ??= reachHttp(launch, { ...making, endsAt: performance.now() + launch.timeouts.connectMs }).finally(
          () => (renewal = undefined),
        )
        current = await renewal
        return current.call(request)
      }
    },
  }
}

async function reachHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  const address = new URL(launch.url)
  const requestInit = { headers: { ...launch.headers } }
  const older = (): Promise<Connection> =>
    shakeHands(new SSEClientTransport(address, { requestInit }), { making, mode: 'legacy', child: undefined })
  if (launch.type === 'sse') return older()
  try {
    return await shakeHands(new StreamableHTTPClientTransport(address, { requestInit }), { making, mode: 'auto', child: undefined })
  } catch (error) {
    if (!isOlderServer(error)) throw error
    return older()
  }
}
