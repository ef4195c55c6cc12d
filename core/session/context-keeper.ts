import { noticeOf, type StepPlace, type Transcript } from '../agent/index.ts'
import { toWireError, wireError, type WireError } from '../contract/errors.ts'
import { budgetFor } from '../compact/index.ts'
import { createBlobReader } from '../media/index.ts'
import { compactSession, nameOf, type CompactionPlace } from './compaction.ts'
import type { LiveSession } from './live-session.ts'
import { tellOnce } from './tell-once.ts'
import type { SessionDeps } from './types.ts'

/** So many failures in a row, and it is only done when a person asks. */
const BREAKER = 3
/** In a window too small to do it unasked, a person hears of it from here on. */
const SMALL_WINDOW_FULL = 0.67

export interface ContextKeeper {
  /** The transcript as it is, or the next epoch's when it nearly fills the window. */
  beforeStep(transcript: Transcript, place: StepPlace): Promise<Transcript>
  /** The next epoch's after the vendor found this one too long; undefined: there is nothing to gain. */
  shorten(transcript: Transcript, place: StepPlace): Promise<Transcript | undefined>
}

/** Keeps a turn's requests within the model's window. */
export function createContextKeeper(deps: SessionDeps, live: LiveSession, place: Omit<CompactionPlace, 'on' | 'signal'>): ContextKeeper {
  const { turnId } = place
  return {
    async beforeStep(transcript, { on, signal }) {
      const { compactsAt, window } = budgetFor(on.contextWindow)
      const { model, maxTokens, settings } = on
      live.window.calibrate(
        { ...transcript.request, ...settings, model, maxTokens, messages: transcript.messages, blobs: createBlobReader(live.dir) },
        on,
        signal,
      )
      const used = live.window.used(transcript, nameOf(on))
      if (used < (compactsAt ?? window * SMALL_WINDOW_FULL) || isPaused(transcript)) return transcript
      if (compactsAt === undefined) {
        tellOnce(live, turnId, [wireError('compact.small_window', { model: on.model, window: String(window) })])
        return transcript
      }
      if (live.window.failures >= BREAKER) return transcript
      const made = await compactSession(deps, live, { ...place, on, signal }, { transcript, trigger: 'automatic', focus: '' })
      if (made.kind === 'done') return made.transcript
      if (made.kind === 'failed') countFailure(live, turnId, toWireError(made.error))
      return transcript
    },
    async shorten(transcript, { on, signal }) {
      const made = await compactSession(deps, live, { ...place, on, signal }, { transcript, trigger: 'overflow', focus: '' })
      return made.kind === 'done' && made.fits ? made.transcript : undefined
    },
  }
}

function countFailure(live: LiveSession, turnId: string, { code, message, params }: WireError): void {
  live.window.failures += 1
  live.emit(turnId, { type: 'notice', level: 'warn', code, message, params })
  if (live.window.failures === BREAKER) live.emit(turnId, noticeOf('compact.stopped', { times: String(BREAKER) }, 'warn'))
}

/** An answer the vendor will go on with must be its last word. */
function isPaused({ messages }: Transcript): boolean {
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.stop === 'pause_turn'
}
