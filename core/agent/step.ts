import type { RawBlocks } from '../contract/messages.ts'
import { ProviderError, type ModelCall, type ModelRequest, type ModelStop, type StreamEvent } from '../llm/types.ts'
import type { Usage } from '../contract/common.ts'
import { errorText } from '../contract/error-texts.ts'
import { createBreath } from './breath.ts'
import { createDeltaMerger } from './deltas.ts'
import { noticeOf, turnFailure } from './failures.ts'
import { createPreparingReporter } from './preparing.ts'
import { LONGEST_WAIT_MS, LOOK_FOR_NETWORK_MS, retryDelay } from './retry.ts'
import type { TurnDeps, TurnModel } from './types.ts'

export type SpokenPart =
  | { readonly type: 'text'; text: string }
  /** `durationMs` as it was told last. */
  | { readonly type: 'thinking'; text: string; durationMs: number }

/** What one model request came to. `spoken` is what was shown. */
export type StepResult =
  | {
      readonly kind: 'complete'
      readonly spoken: readonly SpokenPart[]
      readonly calls: readonly ModelCall[]
      readonly stop: ModelStop
      readonly raw: RawBlocks | undefined
      readonly usage: Usage | undefined
      readonly requestId: string | undefined
      readonly refusal: Extract<StreamEvent, { type: 'done' }>['refusal']
      readonly attempts: number
      readonly firstByteMs: number
      readonly totalMs: number
      /** Whose answer it is. */
      readonly on: TurnModel
    }
  | { readonly kind: 'stopped'; readonly spoken: readonly SpokenPart[]; readonly on: TurnModel }
  | { readonly kind: 'failed'; readonly spoken: readonly SpokenPart[]; readonly on: TurnModel; readonly error: ProviderError }

/** What a request needs of a turn. */
export type StepDeps = Pick<TurnDeps, 'fallback' | 'isWatched' | 'onHurry' | 'clock' | 'log' | 'emit' | 'spend' | 'blobs'>

interface Step {
  readonly step: number
  readonly messages: ModelRequest['messages']
  readonly request: Pick<ModelRequest, 'system' | 'tools'>
  readonly on: TurnModel
  readonly insists?: boolean
  readonly signal: AbortSignal
}

/**
 * One step: streams, and tries again while the failure allows it; then, or when the provider rests, the fallback takes
 * over. No tool of the step has run yet, so all of that is safe.
 */
export async function streamStep(deps: StepDeps, first: Step): Promise<StepResult> {
  let at = first
  let failures = 0
  for (let attempt = 1; ; attempt += 1) {
    const result = await streamOnce(deps, at, attempt)
    if (result.kind !== 'failed') return result
    const { error, spoken } = result
    const isResting = error.kind === 'resting'
    const isCutOff = deps.isWatched && mayBeOffline(error) && at.on.maxRetries > 0 && at.on.isCutOff()
    if (!isResting && !isCutOff) failures += 1
    const { code, message, params } = turnFailure(error, at.on.provider.name)
    const { maxRetries } = at.on
    const delayMs = isResting ? error.retryAfterMs : retryDelay(error, failures, { maxRetries, isWatched: deps.isWatched })
    // The fallback is asked as soon as a wait is longer than nobody would sit through.
    const isLong = isCutOff || delayMs === undefined || delayMs > LONGEST_WAIT_MS
    const next = (isResting || isLong) && error.retryable ? await deps.fallback(at.on, error) : undefined
    if (!next && delayMs === undefined && !isCutOff) return result
    if (spoken.length > 0) deps.emit({ type: 'stream.discarded', reason: code })
    if (next) {
      at = { ...at, on: next, insists: false }
      failures = 0
      continue
    }
    if (isCutOff) {
      if (!(await networkReturned(deps, at, Math.max(1, failures)))) return { kind: 'stopped', spoken: [], on: at.on }
      // That it could not be reached says nothing of the provider.
      at = { ...at, insists: true }
      continue
    }
    if (isResting && failures > 0) {
      // Its own failures made it rest, and it has waited its turn already.
      at = { ...at, insists: true }
      continue
    }
    const waitMs = delayMs ?? 0
    deps.emit({ type: 'retry', attempt: Math.max(1, failures), maxAttempts: maxRetries + 1, delayMs: waitMs, code, message, params })
    deps.log.log('warn', 'agent', 'retry', { attempt, delayMs: waitMs, code, detail: error.message })
    if (!(await waited(deps, waitMs, at.signal))) return { kind: 'stopped', spoken: [], on: at.on }
  }
}

async function streamOnce(
  deps: StepDeps,
  { step, messages, request, on, insists = false, signal }: Step,
  attempts: number,
): Promise<StepResult> {
  const { provider, model, maxTokens, settings } = on
  const startedAt = deps.clock.now()
  let firstByteMs: number | undefined
  const spoken: SpokenPart[] = []
  let thinkingSince = startedAt
  const deltas = createDeltaMerger<SpokenPart['type']>(deps.clock, (kind, text) => {
    if (kind === 'text') return deps.emit({ type: 'text.delta', text })
    const thought = spoken.findLast((part) => part.type === 'thinking')
    const durationMs = deps.clock.now() - thinkingSince
    if (thought) thought.durationMs = durationMs
    deps.emit({ type: 'thinking.delta', text, durationMs })
  })
  const preparing = createPreparingReporter(deps)
  let calls: readonly ModelCall[] = []
  let usage: Usage | undefined
  let result: StepResult | undefined
  const breath = createBreath()

  for await (const event of provider.stream({ ...request, ...settings, model, maxTokens, messages, insists, blobs: deps.blobs }, signal)) {
    await breath()
    if (signal.aborted) break
    firstByteMs ??= deps.clock.now() - startedAt
    switch (event.type) {
      case 'text':
      case 'thinking':
        if (event.type === 'thinking' && spoken.at(-1)?.type !== 'thinking') thinkingSince = deps.clock.now()
        join(spoken, event.type, event.text)
        deltas.add(event.type, event.text)
        break
      case 'tool_preparing':
        deltas.flush()
        preparing(event)
        break
      case 'notice':
        deps.emit(noticeOf(event.code, event.params, 'info'))
        break
      case 'usage':
        usage = event.usage
        break
      case 'tool_calls':
        calls = event.calls
        break
      case 'done':
        result = {
          kind: 'complete',
          spoken,
          calls,
          stop: event.stopReason,
          raw: event.raw,
          usage,
          requestId: event.requestId,
          refusal: event.refusal,
          attempts,
          firstByteMs,
          totalMs: deps.clock.now() - startedAt,
          on,
        }
        break
      case 'error':
        result = { kind: 'failed', spoken, on, error: event.error }
        break
    }
  }
  deltas.flush()
  // A broken or cancelled request was paid for too.
  if (usage) deps.spend(usage, step, on)
  if (result) return result
  if (signal.aborted) return { kind: 'stopped', spoken, on }
  return { kind: 'failed', spoken, on, error: new ProviderError('truncated', 'The stream ended without an ending', { retryable: true }) }
}

function join(spoken: SpokenPart[], type: SpokenPart['type'], text: string): void {
  const last = spoken.at(-1)
  if (text === '') return
  if (last?.type === type) last.text += text
  else if (type === 'text') spoken.push({ type, text })
  else spoken.push({ type, text, durationMs: 0 })
}

/** Nothing came back that only the vendor can have said. */
function mayBeOffline({ retryable, status }: ProviderError): boolean {
  return retryable && status === undefined
}

/** Waits until there is a network, or until the person wants a try all the same; false: stopped. */
async function networkReturned(deps: StepDeps, { on, signal }: Step, attempt: number): Promise<boolean> {
  const code = 'provider.offline'
  const message = errorText(code, {}, 'en').what
  deps.emit({ type: 'retry', attempt, maxAttempts: on.maxRetries + 1, delayMs: 0, code, message, params: {} })
  deps.log.log('warn', 'agent', 'no network', {})
  let wantsTry = false
  const undo = deps.onHurry(() => (wantsTry = true))
  try {
    while (!wantsTry && on.isCutOff()) if (!(await waited(deps, LOOK_FOR_NETWORK_MS, signal))) return false
    return true
  } finally {
    undo()
  }
}

async function waited(deps: StepDeps, delayMs: number, signal: AbortSignal): Promise<boolean> {
  const hurry = new AbortController()
  const undo = deps.onHurry(() => hurry.abort())
  try {
    await deps.clock.wait(delayMs, AbortSignal.any([signal, hurry.signal]))
    return true
  } catch (error) {
    if (signal.aborted) return false
    if (hurry.signal.aborted) return true
    throw error
  } finally {
    undo()
  }
}
