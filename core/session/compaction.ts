import { streamStep, turnFailure, type StepDeps, type Transcript, type TurnModel } from '../agent/index.ts'
import { newId } from '../base/ids.ts'
import type { CompactTrigger, TodoItem } from '../contract/common.ts'
import { AppError } from '../contract/errors.ts'
import type { SessionEventOf } from '../contract/events.ts'
import type { SummaryMessage } from '../contract/messages.ts'
import { budgetFor, compact, cut, epochMessages, type SummaryAnswer, type SummaryRequest } from '../compact/index.ts'
import { ProviderError, toAppError } from '../llm/index.ts'
import { createCacheWatch } from './cache-watch.ts'
import { raise } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import { createRecall } from './recall.ts'
import type { SessionDeps, TurnRuntime } from './types.ts'
import type { ModelName } from './window-state.ts'

/** What a compaction needs of whoever starts it. */
export interface CompactionPlace {
  /** Empty outside a turn. */
  readonly turnId: string
  readonly runtime: TurnRuntime
  readonly on: TurnModel
  readonly signal: AbortSignal
  readonly request: Pick<StepDeps, 'fallback' | 'isWatched' | 'onHurry' | 'spend'>
}

export type Compaction =
  /** `fits`: the vendor may be asked again. */
  | { readonly kind: 'done'; readonly transcript: Transcript; readonly summary: SummaryMessage; readonly fits: boolean }
  /** Nothing was said that would not stay. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'cancelled' }

interface Wish {
  readonly transcript: Transcript
  readonly trigger: CompactTrigger
  readonly focus: string
}

/** As hooks are told. */
const TRIGGERS: Readonly<Record<CompactTrigger, string>> = { automatic: 'auto', asked: 'manual', overflow: 'emergency' }

/** Closes the epoch: the summary and the next epoch are stored together or not at all. */
export async function compactSession(deps: SessionDeps, live: LiveSession, place: CompactionPlace, wish: Wish): Promise<Compaction> {
  const { turnId, on } = place
  const { transcript, trigger } = wish
  const estimate = live.window.estimatorFor(nameOf(on))
  const estimated = estimate.request({ ...transcript.request, messages: transcript.messages })
  const before = Math.max(estimated, live.window.used(transcript, nameOf(on)))
  // A vendor that finds it too long counts more than was estimated, or has a smaller window: what was estimated is its window then.
  const budget = budgetFor(trigger === 'overflow' ? Math.min(on.contextWindow, estimated) : on.contextWindow)
  const found = cut(transcript.messages, budget.tail, estimate)
  if (!found) return { kind: 'nothing' }
  await raise(deps, live, {
    event: 'PreCompact',
    turnId,
    fields: { trigger: TRIGGERS[trigger], before_tokens: before },
    signal: place.signal,
  })
  live.emit(turnId, { type: 'compact.started', trigger, beforeTokens: before })
  const finish = (outcome: SessionEventOf<'compact.finished'>['outcome']): void =>
    live.emit(turnId, { type: 'compact.finished', trigger, ok: false, afterTokens: before, outcome })
  try {
    const epoch = await deps.epochFor(live.record, live.projectRoot)
    const made = await compact(
      {
        ask: (request) => ask(deps, live, place, request),
        estimate,
        budget,
        language: place.runtime.language,
        model: on.model,
        ...createRecall(deps, live, place),
      },
      { cut: found, request: epoch, trigger, focus: wish.focus, beforeTokens: before, notes: todoNote(live.record.todos) },
    )
    if (place.signal.aborted || made.kind === 'stopped') {
      finish({ kind: 'cancelled' })
      return { kind: 'cancelled' }
    }
    if (made.kind === 'failed') throw made.error
    const createdAt = deps.clock.now()
    const summary: SummaryMessage = { role: 'summary', id: newId(createdAt), turnId, createdAt, ...made.summary }
    const { text, beforeTokens, afterTokens } = summary
    const outcome = { kind: 'done' as const, summaryId: summary.id, text, beforeTokens, afterTokens }
    live.store(summary, [{ type: 'compact.finished', trigger, ok: true, afterTokens, outcome }], { epoch, contextUsed: afterTokens })
    live.cache = createCacheWatch()
    live.window.failures = 0
    await raise(deps, live, {
      event: 'PostCompact',
      turnId,
      fields: { trigger: TRIGGERS[trigger], before_tokens: before, after_tokens: afterTokens },
      signal: place.signal,
    })
    const messages = epochMessages([...transcript.messages, summary])
    return { kind: 'done', summary, fits: afterTokens < budget.emergencyLimit, transcript: { messages, request: epoch } }
  } catch (error) {
    finish({ kind: 'failed', error: turnFailure(error, on.provider.name) })
    if (error instanceof AppError) return { kind: 'failed', error }
    if (error instanceof ProviderError) return { kind: 'failed', error: toAppError(error, on.provider.name) }
    throw error
  }
}

/** The list as the window shows it: what the model ticks off next must be on it. */
function todoNote(todos: readonly TodoItem[]): string[] {
  if (todos.length === 0) return []
  return [`<todo_list>\n${todos.map(({ status, content }) => `[${status}] ${content}`).join('\n')}\n</todo_list>`]
}

/** The request goes where the turn's own go, tried again and taken over like them; of what it says on the way only that is told. */
async function ask(deps: SessionDeps, live: LiveSession, place: CompactionPlace, request: SummaryRequest): Promise<SummaryAnswer> {
  const { turnId, signal } = place
  const stepDeps: StepDeps = {
    ...place.request,
    fallback: async (out, error) => {
      const next = await place.request.fallback(out, error)
      return next && forSummary(next)
    },
    clock: deps.clock,
    log: deps.log,
    emit: (event) => (event.type === 'retry' || event.type === 'notice') && live.emit(turnId, event),
    blobs: undefined,
  }
  const result = await streamStep(stepDeps, { step: 0, messages: request.messages, request, on: forSummary(place.on), signal })
  if (result.kind === 'stopped') return { kind: 'stopped' }
  if (result.kind === 'failed') return { kind: 'failed', error: result.error }
  return { kind: 'text', text: result.spoken.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') }
}

/** Whatever a person configured for answers, a summary is neither thought about nor stopped early. */
function forSummary(on: TurnModel): TurnModel {
  const maxTokens = Math.min(on.maxTokens, budgetFor(on.contextWindow).reserve)
  return { ...on, maxTokens, settings: { ...on.settings, thinking: false, effort: undefined, stop: undefined } }
}

export function nameOf({ provider, model }: TurnModel): ModelName {
  return { provider: provider.name, model }
}
