import {
  addUsage,
  contextOf,
  noticeOf,
  runTurn,
  turnFailure,
  TurnStop,
  type TurnEnd,
  type TurnEvent,
  type TurnModel,
} from '../agent/index.ts'
import { createEmitter } from '../base/emitter.ts'
import { newId } from '../base/ids.ts'
import type { Attachment, Usage } from '../contract/common.ts'
import { AppError, type WireError } from '../contract/errors.ts'
import { noUsage } from '../contract/fold.ts'
import type { Message, ToolMessage, UserMessage } from '../contract/messages.ts'
import { shownAttachment } from '../contract/rows.ts'
import type { EpochRecord, SessionPatch } from '../storage/types.ts'
import type { ToolContext } from '../tools/types.ts'
import { readAttachments } from './attachments.ts'
import { createCacheWatch } from './cache-watch.ts'
import { createGate } from './gate.ts'
import type { LiveSession } from './live-session.ts'
import { recover, resultsOfOpenCalls } from './recovery.ts'
import { remindersFor } from './reminders.ts'
import type { SessionDeps, StartTurn, TurnRuntime } from './types.ts'

const TITLE_CHARS = 60

interface Admitted {
  readonly turnId: string
  readonly startedAt: number
  readonly epoch: EpochRecord
  readonly history: readonly Message[]
  readonly runtime: TurnRuntime
}

/**
 * Stores the prompt and starts the turn, which then runs on its own. Nothing is stored when it cannot start:
 * `session.busy`, `provider.*`, `files.*`.
 */
export async function startTurn(deps: SessionDeps, live: LiveSession, input: StartTurn): Promise<string> {
  if (live.turn || live.isStarting) throw new AppError('session.busy')
  live.isStarting = true
  try {
    takeLease(deps, live.id)
    try {
      const admitted = await admit(deps, live, input)
      run(deps, live, { admitted, input })
      return admitted.turnId
    } catch (error) {
      // A closed storage has given its leases back.
      if (!live.isClosed) deps.storage.leases.release(live.id)
      throw error
    }
  } finally {
    live.isStarting = false
  }
}

export function takeLease({ storage }: SessionDeps, sessionId: string): void {
  const lease = storage.leases.acquire(sessionId)
  if (!lease.ok) throw new AppError('session.busy', { params: { program: lease.holder.program, pid: lease.holder.pid } })
}

async function admit(deps: SessionDeps, live: LiveSession, input: StartTurn): Promise<Admitted> {
  recover(deps, live.id)
  live.refresh()
  const runtime = await deps.runtimeFor(live.record, live.projectRoot)
  const attachments = await readAttachments(live.dir, input.attachments)
  if (live.isClosed) throw new AppError('rpc.closed')
  const earlier: Message[] = []
  for await (const message of deps.storage.messages.all(live.id)) earlier.push(message)
  const kept = live.record.epoch
  const epoch = kept ?? (await deps.epochFor(live.record, live.projectRoot))

  // The key may have taken as long as a person needs to unlock a keychain.
  if (live.isClosed) throw new AppError('rpc.closed')
  const startedAt = deps.clock.now()
  const turnId = newId(startedAt)
  const prompt: UserMessage = {
    role: 'user',
    // Same as the turn's, so that what came before the turn is what came before this message.
    id: turnId,
    turnId,
    createdAt: startedAt,
    text: input.text,
    attachments,
    reminders: remindersFor(live.record.mode, { environment: epoch.system.environment, history: earlier }),
  }
  if (kept === null) live.cache = createCacheWatch()
  live.start()
  const patch: SessionPatch = {
    ...(live.record.title === '' && { title: titleOf(input.text, attachments) }),
    ...(kept === null && { epoch }),
    contextWindow: runtime.on.contextWindow,
  }
  const started: TurnEvent = {
    type: 'turn.started',
    prompt: input.text,
    attachments: attachments.map(shownAttachment),
  }
  const stop = new AbortController()
  const ended = Promise.withResolvers<void>()
  live.turn = {
    turnId,
    stop: (reason) => stop.abort(reason),
    hurry: createEmitter<void>(),
    signal: stop.signal,
    end: ended.resolve,
    ended: ended.promise,
  }
  try {
    live.store(prompt, [started, () => ({ type: 'session.updated', session: live.summary() })], patch)
  } catch (error) {
    live.turn = undefined
    throw error
  }
  tellNotices(live, turnId, runtime.notices)
  return { turnId, startedAt, epoch, history: [...earlier, prompt], runtime }
}

function tellNotices(live: LiveSession, turnId: string, notices: readonly WireError[]): void {
  for (const { code, message, params } of notices) {
    const key = JSON.stringify([code, params])
    if (live.told.has(key)) continue
    live.told.add(key)
    live.emit(turnId, { type: 'notice', level: 'warn', code, message, params })
  }
}

function run(deps: SessionDeps, live: LiveSession, { admitted, input }: { admitted: Admitted; input: StartTurn }): void {
  const turn = live.turn
  if (!turn) return
  const { turnId, startedAt, runtime } = admitted
  const timer = new AbortController()
  if (input.timeoutMs !== undefined) {
    void deps.clock.wait(input.timeoutMs, timer.signal).then(
      () => turn.stop(new TurnStop('limit')),
      () => undefined,
    )
  }
  let usage = noUsage
  const spend = (spent: Usage, step: number, on: TurnModel): void => {
    const priced = { ...spent, costUsd: on.costUsd(spent) }
    usage = addUsage(usage, priced)
    recordUsage(deps, live, { turnId, step, usage: priced, on })
  }
  // A macrotask later, so that the answer with the turn's id is on its way before the first event of its work.
  setImmediate(() => {
    void work(deps, live, { admitted, signal: turn.signal, maxTurns: input.maxTurns, spend })
      .catch((error: unknown): TurnEnd => fault(deps, runtime, error))
      .then((end) => finish(deps, live, { turnId, end, usage, durationMs: deps.clock.now() - startedAt }))
      .finally(() => {
        timer.abort()
        turn.end()
      })
  })
}

type Spend = (usage: Usage, step: number, on: TurnModel) => void

function work(
  deps: SessionDeps,
  live: LiveSession,
  { admitted, signal, maxTurns, spend }: { admitted: Admitted; signal: AbortSignal; maxTurns: number | undefined; spend: Spend },
): Promise<TurnEnd> {
  const { turnId, runtime, epoch, history } = admitted
  const contextFor = (toolCallId: string, toolSignal: AbortSignal, progress: (text: string) => void): ToolContext => ({
    projectRoot: live.projectRoot,
    sessionDir: live.dir,
    toolCallId,
    signal: toolSignal,
    env: deps.env,
    secretVariables: runtime.secretVariables,
    passthrough: runtime.passthrough,
    seen: live.seen,
    redact: deps.redact,
    progress,
  })
  return runTurn(
    {
      async fallback(out, error) {
        const next = await runtime.fallback(out)
        if (!next) return undefined
        const params = { provider: out.provider.name, detail: error.message, fallback: next.provider.name, model: next.model }
        live.emit(turnId, noticeOf('provider.switched', params, 'warn'))
        return next
      },
      isWatched: !deps.headless,
      onHurry: (listener) => live.turn?.hurry.on(listener) ?? (() => undefined),
      tools: deps.tools,
      clock: deps.clock,
      log: deps.log,
      emit: (event) => live.emit(turnId, event),
      record: (message, events) =>
        live.store(message, events, message.role === 'tool' && message.meta.todos ? { todos: message.meta.todos } : {}),
      spend,
      decide: createGate({
        live,
        turnId,
        permission: runtime.permission,
        headless: deps.headless,
        contextFor: (toolCallId, toolSignal) => contextFor(toolCallId, toolSignal, () => undefined),
      }),
      contextFor,
      redact: deps.redact,
    },
    {
      turnId,
      request: { system: epoch.system, tools: epoch.tools },
      on: runtime.on,
      history,
      maxTurns,
      signal,
    },
  )
}

function recordUsage(
  { storage, clock }: SessionDeps,
  live: LiveSession,
  { turnId, step, usage, on }: { turnId: string; step: number; usage: Usage; on: TurnModel },
): void {
  const total = addUsage(live.view.total, usage)
  const contextUsed = contextOf(usage)
  const { provider, model, contextWindow } = on
  storage.usage.add({ sessionId: live.id, turnId, step, provider: provider.name, model, usage, at: clock.now() })
  storage.sessions.update(live.id, { usage: total, contextUsed, contextWindow, lastSeq: live.view.lastSeq + 1 })
  live.emit(turnId, { type: 'usage', ...usage, contextUsed, contextWindow, total })
  const ttlMs = (on.settings.cacheTtl === '1h' ? 60 : 5) * 60_000
  const cold = live.cache.step({ provider: provider.name, model, usage, at: clock.now(), ttlMs, minTokens: on.minCacheTokens })
  if (cold) live.emit(turnId, noticeOf(cold.code, cold.params, 'info'))
}

function fault(deps: SessionDeps, { on: { provider } }: TurnRuntime, error: unknown): TurnEnd {
  deps.log.log('error', 'session', 'turn fault', { detail: String(error), stack: error instanceof Error ? error.stack : undefined })
  return { stopReason: 'error', text: '', error: turnFailure(error, provider.name) }
}

/** Whatever happened, the turn is told to have ended. An ending that cannot be stored is made up for at the next open. */
function finish(
  deps: SessionDeps,
  live: LiveSession,
  { turnId, end, usage, durationMs }: { turnId: string; end: TurnEnd; usage: Usage; durationMs: number },
): void {
  const { stopReason, text, error } = end
  live.turn = undefined
  const createdAt = deps.clock.now()
  const finished: TurnEvent = { type: 'turn.finished', stopReason, text, usage, durationMs, ...(error && { error }) }
  const updated = (): TurnEvent => ({ type: 'session.updated', session: live.summary() })
  try {
    // Only a fault of our own leaves calls open.
    for (const result of resultsOfOpenCalls(deps, live.id)) live.store(result, [toolFinished(result)])
    live.store({ role: 'ending', id: newId(createdAt), turnId, createdAt, stopReason, usage, durationMs, ...(error && { error }) }, [
      updated,
      finished,
    ])
  } catch (failure) {
    deps.log.log('error', 'session', 'ending not stored', { detail: String(failure) })
    live.emit(turnId, updated())
    live.emit(turnId, finished)
  } finally {
    live.dropRows()
    deps.storage.leases.release(live.id)
  }
}

function toolFinished({ toolCallId, name, isError, content, durationMs, meta }: ToolMessage): TurnEvent {
  return { type: 'tool.finished', toolCallId, name, isError, content: [...content], durationMs, meta }
}

function titleOf(text: string, attachments: readonly Attachment[]): string {
  const line =
    text
      .split('\n')
      .find((candidate) => candidate.trim() !== '')
      ?.trim() ??
    attachments[0]?.name ??
    ''
  const letters = Array.from(line)
  return letters.length <= TITLE_CHARS
    ? line
    : `${letters
        .slice(0, TITLE_CHARS - 1)
        .join('')
        .trimEnd()}…`
}
