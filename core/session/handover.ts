import type { TurnModel } from '../agent/index.ts'
import type { Mode } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { EpochRecord, ModelName, SessionRecord } from '../storage/types.ts'
import { agentMode } from './agent-mode.ts'
import { createCacheWatch } from './cache-watch.ts'
import type { LiveSession } from './live-session.ts'
import type { NewHandover, SessionDeps } from './types.ts'

/** What the conversation runs on by itself, whoever has it now. */
export function ownModel({ handover, provider, model }: SessionRecord): ModelName {
  // A model that was chosen since is the person's.
  const isBrought = handover?.model.provider === provider && handover.model.model === model
  return isBrought ? handover.was : { provider, model }
}

/** As what the conversation goes on, for what is said in it. */
export function goesOnAs({ record: { handover } }: LiveSession): { agent?: string } {
  return handover ? { agent: handover.spec.type } : {}
}

/** From the next request on the conversation is the definition's, or its own again. */
export function handOver(live: LiveSession, to: NewHandover | null, by: 'user' | 'agent'): void {
  const { handover: now } = live.record
  if (!to && !now) return
  const was = ownModel(live.record)
  const handover = to && { ...to, was }
  const names = { agent: to?.spec.type ?? null, was: now?.spec.type ?? null }
  live.change({ handover, epoch: null, ...(to?.model ?? was) }, { type: 'agent.changed', ...names, by })
  live.window.failures = 0
}

/** `AppError('session.mode_limited')`. */
export function permitMode({ record: { handover } }: LiveSession, mode: Mode): void {
  if (agentMode(handover?.spec, mode) === mode) return
  throw new AppError('session.mode_limited', { params: { agent: handover?.spec.type ?? '', mode: handover?.spec.mode ?? '' } })
}

/** The new epoch of a turn in which the conversation was handed over; undefined: it was not. */
export async function epochAfterHandover(
  deps: SessionDeps,
  live: LiveSession,
): Promise<{ request: Pick<EpochRecord, 'system' | 'tools'>; on: TurnModel } | undefined> {
  if (live.record.epoch !== null) return undefined
  const { on } = await deps.runtimeFor(live.record, live.projectRoot)
  const epoch = await deps.epochFor(live.record, live.projectRoot)
  live.cache = createCacheWatch()
  live.change({ epoch, contextWindow: on.contextWindow })
  return { request: epoch, on }
}
