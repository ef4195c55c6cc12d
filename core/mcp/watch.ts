import type { Clock } from '../base/clock.ts'
import type { Emitter } from '../base/emitter.ts'
import type { McpLaunch } from '../config/types.ts'
import { AppError } from '../contract/errors.ts'
import { keepAlive } from './keepalive.ts'
import type { Meter } from './meter.ts'
import type { Connection } from './types.ts'

/** Between two looks at what a server with a limit uses. */
const MEMORY_MS = 2_000

interface Watching {
  readonly launch: McpLaunch
  readonly meter: Meter
  readonly lastSign: () => number
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly hurry: Emitter<void>
}

/** Why a connection ended: it was lost and may come back, it used more than it may, or (undefined) we stopped it. */
export type Ending = { readonly kind: 'lost' | 'over'; readonly problem: AppError } | undefined

/** Waits for the end of a connection, and brings it about where the server is silent or too large. */
export async function watchConnection(
  connection: Connection,
  { launch, meter, lastSign, signal, clock, hurry }: Watching,
): Promise<Ending> {
  const over = new AbortController()
  const both = AbortSignal.any([signal, over.signal])
  const lost = (problem: AppError): Ending => ({ kind: 'lost', problem })
  const { keepaliveMs, limits } = launch
  const { pid } = connection
  try {
    return await Promise.race([
      connection.lost.then(lost),
      ...(keepaliveMs === undefined
        ? []
        : [keepAlive({ ping: connection.ping, lastSign, everyMs: keepaliveMs, signal: both, clock, hurry }).then(lost)]),
      ...(pid === undefined || limits.memoryBytes === undefined ? [] : [tooLarge(pid, limits.memoryBytes, { meter, clock, signal: both })]),
      new Promise<undefined>((resolve) => {
        if (signal.aborted) resolve(undefined)
        else signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: over.signal })
      }),
    ])
  } finally {
    over.abort()
  }
}

async function tooLarge(
  pid: number,
  limit: number,
  { meter, clock, signal }: Pick<Watching, 'meter' | 'clock' | 'signal'>,
): Promise<Ending> {
  for (;;) {
    await clock.wait(MEMORY_MS, signal)
    const bytes = (await meter.look([pid])).get(pid)?.memoryBytes ?? 0
    if (bytes > limit) {
      const megabytes = (of: number): string => String(Math.round(of / 1024 / 1024))
      return { kind: 'over', problem: new AppError('mcp.memory', { params: { used: megabytes(bytes), limit: megabytes(limit) } }) }
    }
  }
}
