import { ToolMeta, type ContentBlock } from '../contract/common.ts'
import type { AsideMessage, ToolMessage } from '../contract/messages.ts'
import { newId } from '../base/ids.ts'
import { ToolFailure, type ToolContext, type ToolResult } from '../tools/types.ts'
import { readCall, type ReadCall } from './calls.ts'
import { createDeltaMerger } from './deltas.ts'
import { failed, withHooks, type Outcome } from './hooked-call.ts'
import type { BoundResult, HookWish, RunnableCall, TurnDeps, TurnEvent } from './types.ts'

/** A tool that does not stop when told to is left behind after this long; its processes are dead by then. */
const SETTLE_MS = 2_400

const INTERRUPTED = 'Interrupted by the user.'

/** What became of a call: its stored result, and whether the turn ends with it. */
export interface SettledCall {
  readonly message: ToolMessage
  readonly endsTurn: ToolResult['endsTurn']
}

/** Sees one call through to its stored result, whatever happens on the way; undefined: it is left to a later process. */
export async function runCall(
  deps: TurnDeps,
  call: ReadCall,
  { turnId, bound, signal }: { turnId: string; bound: BoundResult; signal: AbortSignal },
): Promise<SettledCall | undefined> {
  const startedAt = deps.clock.now()
  const outcome = await settle(deps, call, signal)
  if (!outcome) return undefined
  const { durationMs = deps.clock.now() - startedAt } = outcome
  const message = recordResult(deps, turnId, call, { ...outcome, ...(await bound(call.part.toolCallId, outcome)), durationMs })
  return { message, endsTurn: outcome.endsTurn }
}

/** Characters kept of what an aside put out; whoever asked for it gets all of it. */
const ASIDE_CHARS = 4_000

/**
 * A call that no answer of the model's holds, seen through as one of its own: hooks, permission, a person, the tool. It has a row
 * of its own, with its output cut. Undefined: the core closes while a person is asked.
 */
export async function runAside(
  deps: TurnDeps,
  { name, input, turnId, step }: { name: string; input: Readonly<Record<string, unknown>>; turnId: string; step: number },
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const startedAt = deps.clock.now()
  const toolCallId = `call_${newId(startedAt).replaceAll('-', '')}`
  const call = readCall({ toolCallId, name, argumentsText: JSON.stringify(input) }, deps.tools)
  const { category, readOnly } = call.part
  deps.emit({ type: 'tool.requested', toolCallId, name, input, category, readOnly, isAside: true })
  const outcome = await settle(deps, call, signal)
  if (!outcome) return undefined
  const { isError, endsTurn, durationMs = deps.clock.now() - startedAt } = outcome
  const told = withoutKeys(outcome, deps.redact)
  const content = told.content.map((block) => (block.type === 'text' ? { ...block, text: middleCut(block.text) } : block))
  const createdAt = deps.clock.now()
  const result = { toolCallId, name, content, isError, durationMs, meta: told.meta }
  const message: AsideMessage = { role: 'aside', id: newId(createdAt), turnId, createdAt, step, input, category, ...result }
  deps.record(message, [{ type: 'tool.finished', ...result }])
  return { ...told, isError, endsTurn }
}

function middleCut(text: string): string {
  if (text.length <= ASIDE_CHARS) return text
  const half = ASIDE_CHARS / 2
  return `${text.slice(0, half)}\n[… ${text.length - ASIDE_CHARS} characters left out …]\n${text.slice(-half)}`.toWellFormed()
}

/** Stores a result and tells it. Each call gets exactly one. */
export function recordResult(deps: TurnDeps, turnId: string, call: ReadCall, outcome: Outcome & { durationMs: number }): ToolMessage {
  const { toolCallId, name } = call.part
  const { isError, durationMs } = outcome
  const { content, meta } = withoutKeys(outcome, deps.redact)
  const createdAt = deps.clock.now()
  const message: ToolMessage = {
    role: 'tool',
    id: newId(createdAt),
    turnId,
    createdAt,
    toolCallId,
    name,
    content,
    isError,
    durationMs,
    meta,
  }
  const events: TurnEvent[] = [{ type: 'tool.finished', toolCallId, name, isError, content, durationMs, meta }]
  if (meta.todos) events.push({ type: 'todo.updated', items: meta.todos })
  deps.record(message, events)
  return message
}

/** Before it is stored, told or sent anywhere. */
function withoutKeys({ content, meta }: Outcome, redact: TurnDeps['redact']): { content: ContentBlock[]; meta: ToolMeta } {
  return {
    content: content.map((block) => (block.type === 'text' ? { ...block, text: redact(block.text) } : block)),
    meta: redacted(meta, redact),
  }
}

async function settle(deps: TurnDeps, { reading }: ReadCall, signal: AbortSignal): Promise<Outcome | undefined> {
  if (reading.kind !== 'runnable') return failed(reading.text)
  try {
    return await withHooks(deps.hooks, { call: reading.call, signal }, (call, wish) => decideAndRun(deps, call, { signal, wish }))
  } catch (error) {
    return bug(deps, reading.call, error)
  }
}

async function decideAndRun(
  deps: TurnDeps,
  call: RunnableCall,
  { signal, wish }: { signal: AbortSignal; wish: HookWish | undefined },
): Promise<Outcome | undefined> {
  const decision = await deps.decide(call, signal, wish)
  if (decision.kind === 'left') return undefined
  if (decision.kind === 'refuse') return failed(decision.text, decision.meta)
  const approval = decision.approval && { approval: decision.approval }
  if (decision.kind === 'interrupted' || signal.aborted) return interrupted(approval)
  const startedAt = deps.clock.now()
  const outcome = await runTool(deps, call, { signal, places: decision.places })
  const durationMs = deps.clock.now() - startedAt
  const hooks = decision.marks && { hooks: [...decision.marks] }
  return { ...outcome, durationMs, meta: { ...outcome.meta, allowed: decision.allowed, ...approval, ...hooks } }
}

async function runTool(
  deps: TurnDeps,
  { tool, toolCallId, input }: RunnableCall,
  { signal, places }: { signal: AbortSignal; places: readonly string[] | undefined },
): Promise<Outcome> {
  let mark: { progress?: number; total?: number } = {}
  const tail = createDeltaMerger<'tail'>(deps.clock, (_kind, text) => deps.emit({ type: 'tool.progress', toolCallId, text, ...mark }))
  let isSettled = false
  const given = deps.contextFor(toolCallId, signal, (text, at) => {
    if (isSettled) return
    if (at) mark = { progress: at.progress, ...(at.total !== undefined && { total: at.total }) }
    tail.add('tail', text)
  })
  const context = places === undefined ? given : onlyAt(places, given)
  try {
    const result = await stoppable(tool.run(input, context), deps, signal)
    return result ? { ...result, isError: false } : interrupted()
  } catch (error) {
    if (error instanceof ToolFailure) return failed(error.message, error.meta)
    if (signal.aborted) return interrupted()
    return bug(deps, { tool, toolCallId, input }, error)
  } finally {
    tail.flush()
    isSettled = true
  }
}

/** A link that was put in since the call was judged leads somewhere nobody allowed. */
function onlyAt(places: readonly string[], context: ToolContext): ToolContext {
  // Disks of macOS and Windows take any case and compose letters.
  const plain = (place: string): string => (process.platform === 'linux' ? place : place.normalize('NFC').toLowerCase())
  const allowed = new Set(places.map(plain))
  return {
    ...context,
    async beforeChange(real, after) {
      if (!allowed.has(plain(real)))
        throw new ToolFailure(`${real} is not where this call led when it was allowed; nothing was written. Try again.`)
      await context.beforeChange(real, after)
    },
  }
}

/** Waits for the tool, after a stop only for a bounded time; undefined: it did not settle. */
async function stoppable<T>(running: Promise<T>, { clock }: TurnDeps, signal: AbortSignal): Promise<T | undefined> {
  const over = new AbortController()
  const deadline = new Promise<undefined>((resolve) => {
    const onAbort = (): void =>
      void clock.wait(SETTLE_MS, over.signal).then(
        () => resolve(undefined),
        () => undefined,
      )
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true, signal: over.signal })
  })
  try {
    return await Promise.race([running, deadline])
  } finally {
    over.abort()
    // Left behind, its late failure is nobody's.
    running.catch(() => undefined)
  }
}

/** Every text in `meta`, diffs above all. Copied only where there is something to take out: a diff may be long. */
function redacted(meta: ToolMeta, redact: TurnDeps['redact']): ToolMeta {
  if (!holdsKey(meta, redact)) return meta
  return ToolMeta.parse(JSON.parse(JSON.stringify(meta), (_, value: unknown) => (typeof value === 'string' ? redact(value) : value)))
}

function holdsKey(value: unknown, redact: TurnDeps['redact']): boolean {
  if (typeof value === 'string') return redact(value) !== value
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => holdsKey(one, redact))
}

function interrupted(meta: ToolMeta = {}): Outcome {
  return failed(INTERRUPTED, { ...meta, interrupted: true })
}

function bug({ log }: TurnDeps, { tool }: RunnableCall, error: unknown): Outcome {
  const detail = error instanceof Error ? error.message : String(error)
  log.log('error', 'agent', 'tool fault', { tool: tool.name, detail, stack: error instanceof Error ? error.stack : undefined })
  return failed(`The tool ${tool.name} failed with a fault of its own: ${detail}`)
}
