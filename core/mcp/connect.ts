import { serverFailure } from './failures.ts'
import { createLogRing } from './log-ring.ts'
import { overHttp } from './over-http.ts'
import { overChild } from './over-stdio.ts'
import type { Attempt, ConnectDeps, ConnectInput } from './types.ts'

/** Reaches a server and lists its tools, within its own time limit, which begins now. */
export function connect(input: ConnectInput, deps: ConnectDeps): Attempt {
  const ring = createLogRing(deps.redact)
  const closers: ((how: 'polite' | 'quick') => Promise<void>)[] = []
  const close = async (how: 'polite' | 'quick'): Promise<void> => void (await Promise.all(closers.map((one) => one(how))))
  const { launch } = input
  const making = { input, deps, ring, closers, endsAt: performance.now() + launch.timeouts.connectMs }
  const connected = (launch.type === 'stdio' ? overChild(launch, making) : overHttp(launch, making)).catch(async (error: unknown) => {
    const failure = serverFailure(error, {
      request: 'initialize',
      timeoutMs: launch.timeouts.connectMs,
      url: launch.type === 'stdio' ? undefined : launch.url,
      tail: ring.tail(),
      redact: deps.redact,
    })
    await close('quick')
    throw failure
  })
  return { connected, log: ring.text, close }
}
