import type { Client } from '@a2a-js/sdk/client'
import type { Clock } from '../base/clock.ts'
import type { Logger } from '../platform/platform.ts'
import type { Reading } from './reading.ts'

/** A stop is through within this time, whether or not the other side answers. */
const STOP_MS = 2_000

export interface Stopped {
  readonly agent: string
  readonly reading: Reading
  /** Of all requests; aborted last. */
  readonly wire: AbortController
  /** Undefined: nothing was sent yet. */
  readonly client: () => Client | undefined
  /** The process ends: the work over there goes on, and is taken up again. */
  readonly isClosing: () => boolean
  readonly clock: Clock
  readonly log: Logger
}

/** Ends the work over there, not only our listening to it. Once, however often it is asked. Never rejects. */
export function createStopper({ agent, reading, wire, client, isClosing, clock, log }: Stopped): () => Promise<void> {
  let stopping: Promise<void> | undefined

  async function cancel(at: Client): Promise<void> {
    // A task is stopped by its name, which comes with the first answer.
    await reading.named
    if (reading.end) return
    await at.cancelTask({ tenant: '', id: reading.taskId, metadata: undefined })
  }
  async function stop(): Promise<void> {
    const at = client()
    if (at && !reading.end && !isClosing()) {
      const over = new AbortController()
      const late = clock.wait(STOP_MS, over.signal).catch(() => undefined)
      const cancelled = cancel(at).catch((error: unknown) =>
        log.log('warn', 'a2a', 'a remote task could not be cancelled', { agent, detail: String(error) }),
      )
      await Promise.race([cancelled, late])
      over.abort()
    }
    wire.abort()
  }
  return () => (stopping ??= stop())
}
