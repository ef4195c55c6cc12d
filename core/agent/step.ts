import type { RawBlocks } from '../contract/messages.ts'
import { ProviderError, type ModelCall, type ModelRequest, type ModelStop } from '../llm/types.ts'
import type { Usage } from '../contract/common.ts'
import { createDeltaMerger } from './deltas.ts'
import { turnFailure } from './failures.ts'
import { createPreparingReporter } from './preparing.ts'
import { retryDelay } from './retry.ts'
import type { TurnDeps, TurnInput } from './types.ts'

export interface SpokenPart {
  readonly type: 'text' | 'thinking'
  text: string
}

/** What one model request came to. `spoken` is what was shown. */
export type StepResult =
  | {
      readonly kind: 'complete'
      readonly spoken: readonly SpokenPart[]
      readonly calls: readonly ModelCall[]
      readonly stop: ModelStop
      readonly raw: RawBlocks | undefined
      readonly usage: Usage | undefined
    }
  | { readonly kind: 'stopped'; readonly spoken: readonly SpokenPart[] }
  | { readonly kind: 'failed'; readonly spoken: readonly SpokenPart[]; readonly error: ProviderError }

/** One step: streams, and tries again while the failure allows it. No tool of the step has run yet, so a retry is safe. */
export async function streamStep(deps: TurnDeps, input: TurnInput, at: { step: number; request: ModelRequest }): Promise<StepResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await streamOnce(deps, input.signal, at)
    if (result.kind !== 'failed') return result
    const delayMs = retryDelay(result.error, attempt, input.maxRetries)
    if (delayMs === undefined) return result
    const { code, message } = turnFailure(result.error, deps.provider.name)
    if (result.spoken.length > 0) deps.emit({ type: 'stream.discarded', reason: code })
    deps.emit({ type: 'retry', attempt, delayMs, code, message })
    deps.log.log('warn', 'agent', 'retry', { attempt, delayMs, code, detail: result.error.message })
    if (!(await waited(deps, delayMs, input.signal))) return { kind: 'stopped', spoken: [] }
  }
}

async function streamOnce(
  deps: TurnDeps,
  signal: AbortSignal,
  { step, request }: { step: number; request: ModelRequest },
): Promise<StepResult> {
  const spoken: SpokenPart[] = []
  const deltas = createDeltaMerger<SpokenPart['type']>(deps.clock, (kind, text) => deps.emit({ type: `${kind}.delta`, text }))
  const preparing = createPreparingReporter(deps)
  let calls: readonly ModelCall[] = []
  let usage: Usage | undefined
  let result: StepResult | undefined

  for await (const event of deps.provider.stream(request, signal)) {
    if (signal.aborted) break
    switch (event.type) {
      case 'text':
      case 'thinking':
        join(spoken, event.type, event.text)
        deltas.add(event.type, event.text)
        break
      case 'tool_preparing':
        deltas.flush()
        preparing(event)
        break
      case 'usage':
        usage = event.usage
        break
      case 'tool_calls':
        calls = event.calls
        break
      case 'done':
        result = { kind: 'complete', spoken, calls, stop: event.stopReason, raw: event.raw, usage }
        break
      case 'error':
        result = { kind: 'failed', spoken, error: event.error }
        break
    }
  }
  deltas.flush()
  // A broken or cancelled request was paid for too.
  if (usage) deps.spend(usage, step)
  if (result) return result
  if (signal.aborted) return { kind: 'stopped', spoken }
  return { kind: 'failed', spoken, error: new ProviderError('truncated', 'The stream ended without an ending', { retryable: true }) }
}

function join(spoken: SpokenPart[], type: SpokenPart['type'], text: string): void {
  const last = spoken.at(-1)
  if (text === '') return
  if (last?.type === type) last.text += text
  else spoken.push({ type, text })
}

async function waited(deps: TurnDeps, delayMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await deps.clock.wait(delayMs, signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}
