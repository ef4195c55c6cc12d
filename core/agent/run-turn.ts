import { newId } from '../base/ids.ts'
import type { StopReason } from '../contract/common.ts'
import type { AssistantMessage, Message, ReminderMessage } from '../contract/messages.ts'
import type { ModelStop } from '../llm/types.ts'
import { runInBatches } from './batches.ts'
import { readCall, readStored, type ReadCall } from './calls.ts'
import { noticeOf, turnFailure } from './failures.ts'
import { createLoopGuard } from './loop-guard.ts'
import { recordResult, runCall } from './run-call.ts'
import { streamStep, type SpokenPart, type StepResult } from './step.ts'
import { TurnStop, type Transcript, type TurnDeps, type TurnEnd, type TurnInput, type TurnModel } from './types.ts'

/** Rounds in a row in which every answer was too long. */
const CUT_ROUNDS = 3
/** Answers the vendor paused and that are sent back unchanged, in a row. */
const PAUSES = 5

const LOOP =
  'The last calls repeated themselves and brought the same results. Try another way, or say what stands in the way; the turn ends if this goes on.'

type Complete = Extract<StepResult, { kind: 'complete' }>

/**
 * Steps until the model calls no more tools or something stops it. However it ends, each call that was stored has
 * exactly one stored result. Never rejects for trouble of the model's or a tool's.
 */
export async function runTurn(deps: TurnDeps, input: TurnInput): Promise<TurnEnd> {
  let { request } = input.transcript
  const messages: Message[] = [...input.transcript.messages]
  const take = (transcript: Transcript): void => {
    request = transcript.request
    if (transcript.messages !== messages) messages.splice(0, messages.length, ...transcript.messages)
  }
  const callIds = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])))
  const rounds = { unknown: 0, cut: 0, paused: 0 }
  const guard = createLoopGuard()
  let on = input.on
  let goneOn = 0
  /** Hooks hear that the turn ends by itself. Undefined: one sends it on, and its instruction is the last message. */
  const endOrGoOn = async (end: TurnEnd, step: number): Promise<TurnEnd | undefined> => {
    const at = await hear(deps, input, end, { step, goneOn })
    if (at.kind === 'end') return at.end
    goneOn += 1
    rounds.unknown = 0
    messages.push(remind(deps, input.turnId, at.instruction))
    return undefined
  }
  /** The same where nobody can send it on: a limit somebody set, or a plan that waits for its person. */
  const endNow = async (end: TurnEnd, step: number): Promise<TurnEnd> => {
    const at = await hear(deps, input, end, { step, goneOn })
    return at.kind === 'end' ? at.end : end
  }
  /** Runs an answer's calls; answers how the turn ends if it does. */
  const act = async (calls: readonly ReadCall[], text: string, step: number): Promise<TurnEnd | undefined> => {
    const { signal, turnId } = input
    const bound = deps.boundResults(calls.length)
    const settled = await runInBatches(calls, (call) => runCall(deps, call, { turnId, bound, signal }))
    messages.push(...settled.flatMap((one) => one?.message ?? []))
    if (signal.aborted) return stopped(signal, text)
    const end = settled.find((one) => one?.endsTurn)?.endsTurn
    if (end) return end.stopReason === 'hook_stopped' ? end : endNow(end, step)
    rounds.cut = 0
    rounds.unknown = calls.every(({ reading }) => reading.kind === 'unknown') ? rounds.unknown + 1 : 0
    if (rounds.unknown >= input.unknownRounds) return endOrGoOn({ stopReason: 'unknown_tools', text }, step)
    const verdict = guard.see(calls.flatMap(({ part: call }, index) => (settled[index] ? [{ call, result: settled[index].message }] : [])))
    if (verdict === 'stop') return endNow({ stopReason: 'loop', text }, step)
    if (verdict === 'notice') messages.push(remind(deps, turnId, LOOP))
    return undefined
  }
  const { begun } = input
  if (begun) {
    const calls = begun.calls.map((part) => readStored(part, deps.tools))
    const end = await act(calls, lastText(messages, input.turnId), begun.step)
    if (end) return end
  }
  for (let step = (begun?.step ?? 0) + 1; ; step += 1) {
    if (input.signal.aborted) return stopped(input.signal, lastText(messages, input.turnId))
    if (input.maxTurns !== undefined && step > input.maxTurns)
      return endNow({ stopReason: 'max_turns', text: lastText(messages, input.turnId) }, step - 1)
    const { signal } = input
    const next = await deps.beforeStep({ messages: [...messages], request }, { step, on, signal })
    take(next)
    on = next.on
    if (signal.aborted) return stopped(signal, lastText(messages, input.turnId))
    deps.emit({ type: 'step.started', step })
    let result = await streamStep(deps, { step, messages: [...messages], request, on, signal })
    if (result.kind === 'failed' && result.error.kind === 'context_overflow') {
      const shorter = await deps.shorten({ messages: [...messages], request }, { step, on: result.on, signal })
      if (signal.aborted) result = { ...result, kind: 'stopped' }
      else if (shorter) {
        if (result.spoken.length > 0) deps.emit({ type: 'stream.discarded', reason: 'provider.context_overflow' })
        take(shorter)
        result = await streamStep(deps, { step, messages: [...messages], request, on: result.on, signal })
      }
    }
    if (result.kind !== 'complete') {
      keepPartial(deps, input, { step, on: result.on, spoken: result.spoken })
      if (result.kind === 'stopped') return { ...stopped(input.signal, textOf(result.spoken)), isAnswerWhole: false }
      const error = turnFailure(result.error, result.on.provider.name)
      deps.hooks?.failed(error)
      return { stopReason: 'error', text: textOf(result.spoken), error }
    }
    // Once another model has taken over it keeps the turn.
    on = result.on
    if (result.refusal) deps.emit(noticeOf('provider.refused', { provider: on.provider.name, ...result.refusal }, 'warn'))
    const calls = readCalls(deps, result, callIds)
    const message = keepAnswer(deps, input, { step, result, calls })
    if (message) messages.push(message)
    const text = textOf(result.spoken)

    if (calls.length === 0) {
      rounds.paused = result.stop === 'pause_turn' && message ? rounds.paused + 1 : 0
      if (rounds.paused > 0 && rounds.paused <= PAUSES) continue
      const end = await endOrGoOn({ stopReason: turnStop(result.stop), text }, step)
      if (end) return end
      continue
    }
    if (isCut(result.stop)) {
      messages.push(...calls.map((call) => recordResult(deps, input.turnId, call, notRun(result.stop))))
      rounds.cut += 1
      if (result.stop === 'max_tokens' && rounds.cut < CUT_ROUNDS) continue
      return endNow({ stopReason: turnStop(result.stop), text }, step)
    }
    const end = await act(calls, text, step)
    if (end) return end
  }
}

type Heard = { readonly kind: 'end'; readonly end: TurnEnd } | { readonly kind: 'go_on'; readonly instruction: string }

async function hear(
  { hooks }: TurnDeps,
  { signal }: TurnInput,
  end: TurnEnd,
  { step, goneOn }: { step: number; goneOn: number },
): Promise<Heard> {
  const at = await hooks?.beforeEnd(end, { iter: step, goneOn, signal })
  if (signal.aborted) return { kind: 'end', end: stopped(signal, end.text) }
  if (at?.kind === 'go_on') return at
  return { kind: 'end', end: at?.kind === 'stop' ? { stopReason: 'hook_stopped', text: end.text } : end }
}

/**
 * Some endpoints count calls anew in each answer; an id that is taken gets a new one, here and in what is replayed. Those of
 * an epoch that was closed on the way stay `taken`.
 */
function readCalls(deps: TurnDeps, { calls }: Complete, taken: Set<string>): ReadCall[] {
  return calls.map((call) => {
    const toolCallId = taken.has(call.toolCallId) ? `call_${newId(deps.clock.now()).replaceAll('-', '')}` : call.toolCallId
    taken.add(toolCallId)
    return readCall({ ...call, toolCallId }, deps.tools)
  })
}

function keepAnswer(
  deps: TurnDeps,
  { turnId }: TurnInput,
  { step, result, calls }: { step: number; result: Complete; calls: readonly ReadCall[] },
): AssistantMessage | undefined {
  // A paused answer may hold nothing to show; it must go back all the same.
  const isPaused = result.stop === 'pause_turn' && result.raw !== undefined
  if (result.spoken.length === 0 && calls.length === 0 && !isPaused) return undefined
  const hasNewIds = calls.some(({ part }, index) => part.toolCallId !== result.calls[index]?.toolCallId)
  const createdAt = deps.clock.now()
  const message: AssistantMessage = {
    role: 'assistant',
    id: newId(createdAt),
    turnId,
    createdAt,
    step,
    parts: [...result.spoken, ...calls.map(({ part }) => part)],
    // The vendor's blocks carry the old ids.
    ...(result.raw && !hasNewIds && { raw: result.raw }),
    provider: result.on.provider.name,
    model: result.on.model,
    ...(result.usage && { usage: result.usage }),
    ...(result.requestId !== undefined && { requestId: result.requestId }),
    stop: result.stop,
    attempts: result.attempts,
    firstByteMs: result.firstByteMs,
    totalMs: result.totalMs,
  }
  deps.record(
    message,
    calls.map(({ part: { toolCallId, name, input, category, readOnly } }) => ({
      type: 'tool.requested',
      toolCallId,
      name,
      input,
      category,
      readOnly,
    })),
  )
  return message
}

/** What was shown before the stream broke off stays in the transcript; half a call does not. */
function keepPartial(
  deps: TurnDeps,
  { turnId }: TurnInput,
  { step, on, spoken }: { step: number; on: TurnModel; spoken: readonly SpokenPart[] },
): void {
  if (spoken.length === 0) return
  const createdAt = deps.clock.now()
  const base = { role: 'assistant', id: newId(createdAt), turnId, createdAt, step } as const
  deps.record({ ...base, parts: spoken, provider: on.provider.name, model: on.model, interrupted: true }, [])
}

function isCut(stop: ModelStop): boolean {
  return stop === 'max_tokens' || stop === 'context_window' || stop === 'refusal' || stop === 'content_filter'
}

function notRun(stop: ModelStop) {
  const why =
    stop === 'max_tokens'
      ? 'the answer reached its length limit before it was complete. Re-issue the call smaller, for example in several parts.'
      : `the answer was cut short (${stop}).`
  return { content: [{ type: 'text' as const, text: `The call was not run: ${why}` }], isError: true, meta: {}, durationMs: 0 }
}

function turnStop(stop: ModelStop): StopReason {
  return stop === 'tool_use' || stop === 'pause_turn' ? 'end_turn' : stop
}

/** Between two answers: what was said is whole. */
function stopped(signal: AbortSignal, text: string): TurnEnd {
  const reason: unknown = signal.reason
  if (!(reason instanceof TurnStop)) return { stopReason: 'cancelled', text, isAnswerWhole: true }
  return { stopReason: reason.stopReason, text, isAnswerWhole: true, ...(reason.error && { error: reason.error }) }
}

function remind({ clock, record }: TurnDeps, turnId: string, text: string): ReminderMessage {
  const createdAt = clock.now()
  const message: ReminderMessage = { role: 'reminder', id: newId(createdAt), turnId, createdAt, texts: [text] }
  record(message, [])
  return message
}

function textOf(spoken: readonly SpokenPart[]): string {
  return spoken.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

function lastText(messages: readonly Message[], turnId: string): string {
  const last = messages.findLast((message) => message.role === 'assistant' && message.turnId === turnId)
  if (last?.role !== 'assistant') return ''
  return last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}
