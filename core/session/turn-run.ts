import {
  contextOf,
  noticeOf,
  runTurn,
  turnFailure,
  TurnStop,
  type StepDeps,
  type TurnDeps,
  type TurnEnd,
  type TurnModel,
} from '../agent/index.ts'
import { addUsage } from '../contract/add-usage.ts'
import type { Usage } from '../contract/common.ts'
import { AppError, toWireError } from '../contract/errors.ts'
import { noUsage } from '../contract/fold.ts'
import type { Message, ToolCallPart } from '../contract/messages.ts'
import type { EpochRecord } from '../storage/types.ts'
import { createBlobReader } from '../media/index.ts'
import { createBeforeStep } from './before-step.ts'
import { createBoundResults } from './bound-results.ts'
import { createBudgetGuard } from './budget.ts'
import { createContextKeeper } from './context-keeper.ts'
import { createGate } from './gate.ts'
import { turnHooks } from './hooks.ts'
import type { LiveSession } from './live-session.ts'
import { createRunShell } from './run-shell.ts'
import { tellOnce } from './tell-once.ts'
import { toolContexts } from './tool-context.ts'
import { finishTurn } from './turn-finish.ts'
import type { SessionDeps, StartTurn, TurnRuntime } from './types.ts'

/** Steps of a turn that a person watches: at the end they are asked whether it may go on. */
const WATCHED_STEPS = 200

/** Rounds of nothing but unknown tools, in a row: a model that is this lost does not find its way. */
const UNKNOWN_ROUNDS = 3

/** A turn whose prompt is stored and that holds the session's lease. */
export interface Admitted {
  readonly turnId: string
  readonly startedAt: number
  readonly epoch: EpochRecord
  readonly history: readonly Message[]
  readonly runtime: TurnRuntime
  /** Of a turn that goes on in the middle of a step: what it has used, and the calls that have no result. */
  readonly begun?: { readonly usage: Usage; readonly step: number; readonly calls: readonly ToolCallPart[] }
}

/** Lets the turn run on its own until it has ended. */
export function runAdmitted(deps: SessionDeps, live: LiveSession, { admitted, input }: { admitted: Admitted; input: StartTurn }): void {
  const turn = live.turn
  if (!turn) return
  const { turnId, startedAt, runtime } = admitted
  const timer = new AbortController()
  const own = live.record.handover?.spec
  const timeoutMs = lesser(input.timeoutMs, own?.timeoutMs)
  if (timeoutMs !== undefined) {
    void deps.clock.wait(timeoutMs, timer.signal).then(
      () => turn.stop(new TurnStop('limit')),
      () => undefined,
    )
  }
  const { maxCostUsd } = input
  let usage = admitted.begun?.usage ?? noUsage
  const spend = (spent: Usage, step: number, on: TurnModel): void => {
    const priced = { ...spent, costUsd: on.costUsd(spent) }
    usage = addUsage(usage, priced)
    recordUsage(deps, live, { turnId, step, usage: priced, on })
    if (maxCostUsd !== undefined && priced.costUsd === null)
      tellOnce(live, turnId, [toWireError(new AppError('session.cost_unknown', { params: { model: on.model } }))])
  }
  const byAgents = (): number => deps.storage.usage.ofTree(live.id, { withRoot: false }).knownUsd
  const before = maxCostUsd === undefined ? 0 : byAgents()
  const isSpent = (): boolean => maxCostUsd !== undefined && (usage.costUsd ?? 0) + byAgents() - before >= maxCostUsd
  const maxTurns = lesser(input.maxTurns ?? (deps.headless ? undefined : WATCHED_STEPS), own?.maxTurns)
  // A macrotask later, so that the answer with the turn's id is on its way before the first event of its work.
  setImmediate(() => {
    void work(deps, live, { admitted, signal: turn.signal, maxTurns, spend, isSpent })
      .catch((error: unknown): TurnEnd => fault(deps, runtime, error))
      .then((end) => {
        finishTurn(deps, live, { turnId, end, usage, durationMs: deps.clock.now() - startedAt })
        return end.stopReason
      })
      .finally(() => {
        timer.abort()
        turn.end()
      })
      .then((stopReason) => live.turnEnded.emit(stopReason))
  })
}

/** Of two limits, either of which may be none. */
function lesser(one: number | undefined, other: number | null | undefined): number | undefined {
  return one === undefined ? (other ?? undefined) : Math.min(one, other ?? one)
}

interface Work {
  readonly admitted: Admitted
  readonly signal: AbortSignal
  readonly maxTurns: number | undefined
  readonly spend: (usage: Usage, step: number, on: TurnModel) => void
  /** What the turn may cost has been spent. */
  readonly isSpent: () => boolean
}

function work(deps: SessionDeps, live: LiveSession, { admitted, signal, maxTurns, spend, isSpent }: Work): Promise<TurnEnd> {
  const { turnId, runtime, epoch, history, begun } = admitted
  const runShell = createRunShell(live, () => turnDeps)
  const contextFor = toolContexts(deps, live, { runtime, runShell })
  const request = { ...requestDeps(deps, live, { turnId, runtime }), spend }
  const keeper = createContextKeeper(deps, live, { turnId, runtime, request })
  const beforeStep = createBeforeStep(deps, live, { turnId, runtime, runShell })
  const isPaidFor = createBudgetGuard(deps, live, { turnId, runtime, signal })
  const turnDeps: TurnDeps = {
    ...request,
    get tools() {
      return deps.toolsFor(live.projectRoot)
    },
    clock: deps.clock,
    log: deps.log,
    emit: (event) => live.emit(turnId, event),
    record: (message, events) =>
      live.store(message, events, message.role === 'tool' && message.meta.todos ? { todos: message.meta.todos } : {}),
    decide: createGate({
      live,
      waiting: deps.storage.waiting,
      turnId,
      permission: runtime.permission,
      headless: deps.headless,
      forbids: deps.forbids,
      hooks: deps.hooks,
      contextFor: (toolCallId, toolSignal) => contextFor(toolCallId, toolSignal, () => undefined),
    }),
    contextFor,
    hooks: turnHooks(deps, live, turnId),
    boundResults: createBoundResults(deps, live),
    redact: deps.redact,
    blobs: createBlobReader(live.dir),
    async beforeStep(transcript, place) {
      if (!isSpent() && (await isPaidFor())) {
        const { on, ...next } = await beforeStep(transcript, place)
        return { ...(await keeper.beforeStep(next, { ...place, on })), on }
      }
      live.turn?.stop(new TurnStop('limit'))
      return { ...transcript, on: place.on }
    },
    shorten: keeper.shorten,
  }
  return runTurn(turnDeps, {
    turnId,
    transcript: { messages: history, request: { system: epoch.system, tools: epoch.tools } },
    on: runtime.on,
    maxTurns,
    unknownRounds: UNKNOWN_ROUNDS,
    ...(begun && { begun }),
    signal,
  })
}

/** How a turn's requests are waited for and taken over. */
export function requestDeps(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, runtime }: { turnId: string; runtime: TurnRuntime },
): Pick<StepDeps, 'fallback' | 'isWatched' | 'onHurry'> {
  return {
    async fallback(out, error) {
      const next = await runtime.fallback(out)
      if (!next) return undefined
      const params = { provider: out.provider.name, detail: error.message, fallback: next.provider.name, model: next.model }
      live.emit(turnId, noticeOf('provider.switched', params, 'warn'))
      return next
    },
    isWatched: !deps.headless,
    onHurry: (listener) => live.turn?.hurry.on(listener) ?? (() => undefined),
  }
}

/** `step` 0: a request of the turn that was none of its steps, and says nothing of the conversation's size. */
export function recordUsage(
  { storage, clock }: SessionDeps,
  live: LiveSession,
  { turnId, step, usage, on }: { turnId: string; step: number; usage: Usage; on: TurnModel },
): void {
  const total = addUsage(live.view.total, usage)
  const contextUsed = step === 0 ? live.view.context.used : contextOf(usage)
  const { provider, model, contextWindow } = on
  storage.usage.add({ sessionId: live.id, turnId, step, provider: provider.name, model, usage, at: clock.now() })
  storage.sessions.update(live.id, { usage: total, contextUsed, contextWindow, lastSeq: live.view.lastSeq + 1 })
  live.emit(turnId, { type: 'usage', ...usage, contextUsed, contextWindow, total })
  if (step === 0) return
  const ttlMs = (on.settings.cacheTtl === '1h' ? 60 : 5) * 60_000
  const cold = live.cache.step({ provider: provider.name, model, usage, at: clock.now(), ttlMs, minTokens: on.minCacheTokens })
  if (cold) live.emit(turnId, noticeOf(cold.code, cold.params, 'info'))
}

function fault(deps: SessionDeps, { on: { provider } }: TurnRuntime, error: unknown): TurnEnd {
  deps.log.log('error', 'session', 'turn fault', { detail: String(error), stack: error instanceof Error ? error.stack : undefined })
  return { stopReason: 'error', text: '', error: turnFailure(error, provider.name) }
}
