import type { SessionEvent } from '../../contract/events.ts'
import type { Logger } from '../../platform/platform.ts'
import { createRecorder, type Recorder, type SessionFacts } from './recorder.ts'
import type { McpReached, OtelTarget, Telemetry } from './types.ts'

export interface OtelExportDeps {
  /** As configured now; undefined: nothing is sent. */
  readonly target: () => Promise<OtelTarget | undefined>
  readonly factsOf: (sessionId: string) => SessionFacts
  readonly redact: (text: string) => string
  readonly version: string
  readonly log: Logger
}

/** Traces and counts of turns over OTLP, where the person or the policy named a target. */
export interface OtelExport {
  onEvent(event: SessionEvent): void
  onMcp(reached: McpReached): void
  /** Sends what waits. */
  close(): Promise<void>
}

interface Running {
  /** The target as text: another one begins anew. */
  readonly key: string
  readonly telemetry: Telemetry
  readonly recorder: Recorder
}

/** Configuration is asked as a turn begins or a server is reached; until it answers the events wait, with their own times in them. */
export function createOtelExport({ target, factsOf, redact, version, log }: OtelExportDeps): OtelExport {
  let running: Running | undefined
  let waiting: SessionEvent[] | undefined
  let settled = Promise.resolve()

  async function settle(): Promise<void> {
    const wanted = await target()
    const key = JSON.stringify(wanted)
    if (wanted === undefined || running?.key !== key) {
      await running?.telemetry.close()
      running = undefined
    }
    if (wanted === undefined || running) return
    const { startTelemetry } = await import('./sdk.ts')
    const telemetry = await startTelemetry(wanted, version)
    running = { key, telemetry, recorder: createRecorder({ telemetry, factsOf, text: wanted.content ? redact : undefined }) }
  }

  /** One after the other: two at once would start two exports. */
  function prepared(): Promise<void> {
    return settled.then(settle).catch((error: unknown) => log.log('warn', 'otel', 'export not started', { error }))
  }

  function release(): void {
    const held = waiting ?? []
    waiting = undefined
    for (const event of held) running?.recorder.onEvent(event)
  }

  return {
    onEvent(event) {
      if (waiting) return void waiting.push(event)
      if (event.type !== 'turn.started') return running?.recorder.onEvent(event)
      waiting = [event]
      settled = prepared().then(release)
    },
    onMcp(reached) {
      settled = prepared().then(() => running?.recorder.mcpReached(reached))
    },
    async close() {
      await settled
      await running?.telemetry.close()
    },
  }
}
