import type { McpHttpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import type { Era } from './eras.ts'
import { isLostSession, isOlderServer, isRefusal } from './failures.ts'
import { shakeHands, type Making } from './handshake.ts'
import { openTransport } from './http/index.ts'
import { signInAccount } from './oauth/mark.ts'
import type { Connection } from './types.ts'

/** Greets a server at an address; a session it forgets is renewed once. */
export async function overHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  let current = await reachHttp(launch, making)
  const lost = Promise.withResolvers<AppError>()
  void current.lost.then(lost.resolve)
  let renewal: Promise<Connection> | undefined

  /** The server has forgotten us; what was asked was never run. One new session for all that find out together. */
  async function inSession<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const used = current
    try {
      return await work(used)
    } catch (error) {
      if (error instanceof AppError && error.code === 'mcp.needs_auth') lost.resolve(error)
      if (!(error instanceof AppError && isLostSession(error.cause))) throw error
      if (used === current)
        renewal ??= reachHttp(launch, { ...making, endsAt: performance.now() + launch.timeouts.connectMs }).finally(
          () => (renewal = undefined),
        )
      current = (await renewal) ?? current
      return work(current)
    }
  }

  return {
    ...current,
    lost: lost.promise,
    call: (request) => inSession((connection) => connection.call(request)),
    ask: (request) => inSession((connection) => connection.ask(request)),
    watch: (uri) => current.watch(uri),
    ping: (timeoutMs) => current.ping(timeoutMs),
  }
}

async function reachHttp(launch: McpHttpLaunch, making: Making): Promise<Connection> {
  const { fetch, signIns } = await making.deps.web()
  const { name, projectRoot } = making.input
  const { url, headers, oauth } = launch
  // A key of the person's own stands in place of any sign-in.
  const hasKey = Object.keys(headers).some((header) => header.toLowerCase() === 'authorization')
  const way = { launch, fetch: hasKey ? fetch : signIns.authorized({ name, url, headers, oauth }, fetch) }
  if (!hasKey && (await making.deps.isSignedIn(url))) {
    making.deps.secretUsed?.({ server: name, projectRoot, account: signInAccount(url), from: 'keychain' })
  }
  const older = (): Promise<Connection> => shakeHands(openTransport(way, { older: true }), { making, mode: 'legacy', child: undefined })
  if (launch.type === 'sse') return older()
  try {
    return await greet(launch, way, making)
  } catch (error) {
    if (!isOlderServer(error)) throw error
    return older()
  }
}

/** In the way the server is known to speak; the newer one asks for its capabilities anew each time, the older one need not be tried. */
async function greet(launch: McpHttpLaunch, way: Parameters<typeof openTransport>[0], making: Making): Promise<Connection> {
  const { eras } = making.deps
  const open = (mode: Era | 'auto'): Promise<Connection> =>
    shakeHands(openTransport(way, { older: false }), { making, mode, child: undefined })
  if (launch.era !== 'auto') return open(launch.era)
  if ((await eras.of(launch)) === 'legacy') {
    try {
      return await open('legacy')
    } catch (error) {
      // It may have learnt the newer one since.
      if (!isRefusal(error)) throw error
    }
  }
  const made = await open('auto')
  await eras.learn(launch, made.era)
  return made
}
