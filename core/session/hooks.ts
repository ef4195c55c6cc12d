import type { BeforeTool, RunnableCall, TurnHooks } from '../agent/index.ts'
import { TurnStop } from '../agent/index.ts'
import { AppError, toWireError, wireError } from '../contract/errors.ts'
import type { HookEvent } from '../contract/hooks.ts'
import { markOf, type FinishedRun, type HookFields, type HookPlace, type HookVerdict } from '../hooks/index.ts'
import type { LiveSession } from './live-session.ts'
import { tellOnce } from './tell-once.ts'
import type { SessionDeps } from './types.ts'

/** Stops that a hook turned into "go on", in a row: then the turn ends all the same. */
const MOST_GO_ONS = 8

type Deps = Pick<SessionDeps, 'hooks' | 'redact' | 'log'>

/** Where a session raises its events; an agent's are its conversation's, with the agent's name. */
export function hookPlace(live: LiveSession, turnId: string, toolCallId?: string): HookPlace {
  const { agent } = live.record
  return {
    sessionId: live.root.id,
    turnId,
    projectRoot: live.projectRoot,
    cwd: live.workRoot,
    mode: live.mode,
    ...(agent && { agent: { id: live.id, name: agent.type }, lineage: live.lineage }),
    onRun: (run) => tellRun(live, turnId, run, toolCallId),
  }
}

/** Raises an event that belongs to no call. */
export async function raise(
  { hooks }: Deps,
  live: LiveSession,
  { event, turnId, fields = {}, signal }: { event: HookEvent; turnId: string; fields?: HookFields; signal?: AbortSignal },
): Promise<HookVerdict | undefined> {
  const verdict = await hooks?.dispatch(event, hookPlace(live, turnId), fields, signal)
  if (verdict?.stop) stopTurn(live, turnId, verdict.stop)
  return verdict
}

/** Before a session's first prompt in this process. From here on its rules are as the files have them. */
export async function beginSession(deps: Deps, live: LiveSession): Promise<void> {
  if (!deps.hooks) return
  await deps.hooks.refresh(live.projectRoot)
  if (live.hasBegun) return
  live.hasBegun = true
  const { agent, messages, title } = live.record
  if (agent) await raise(deps, live, { event: 'SubagentStart', turnId: '', fields: { task: title } })
  else if (messages > 0 && live.origin !== 'fork') await raise(deps, live, { event: 'SessionResume', turnId: '' })
  else await raise(deps, live, { event: 'SessionStart', turnId: '', fields: { source: live.origin } })
}

/** What a person is about to say; an agent's prompts are nobody's. `AppError('hook.prompt_blocked')`. */
export async function submitPrompt(deps: Deps, live: LiveSession, prompt: string): Promise<void> {
  if (live.record.agent) return
  const verdict = await raise(deps, live, { event: 'UserPromptSubmit', turnId: '', fields: { prompt } })
  const no = verdict?.block ?? verdict?.stop ?? verdict?.ask
  if (no) throw new AppError('hook.prompt_blocked', { params: { hook: no.by, reason: no.reason } })
}

/** The session is over for this process, or for the window that showed it. */
export async function endSession(
  deps: Deps,
  live: LiveSession,
  { reason, signal }: { reason: 'exit' | 'clear' | 'resume'; signal?: AbortSignal },
): Promise<void> {
  if (!deps.hooks || !live.hasBegun || live.record.agent) return
  live.hasBegun = false
  // Gone on with, it is one like any other.
  live.origin = 'startup'
  // Nobody is there to be told.
  const { onRun: _, ...place } = hookPlace(live, '')
  await deps.hooks.dispatch('SessionEnd', place, { reason }, signal)
  await deps.hooks.leave(live.root.id, { forgets: reason !== 'exit' })
}

/** What hooks want the model to be told, each once. */
export function takePrompts({ hooks }: Deps, live: LiveSession): readonly string[] {
  return hooks?.takePrompts(hookPlace(live, '')) ?? []
}

/** Raises an event whose rules nobody waits for. */
export function tell(deps: Deps, live: LiveSession, event: Parameters<typeof raise>[2]): void {
  void raise(deps, live, event).catch((error: unknown) =>
    deps.log.log('error', 'hooks', 'an event was not raised', { event: event.event, detail: String(error) }),
  )
}

/** The turn ends as `hook_stopped`, and the person is told by whom. */
export function stopTurn(live: LiveSession, turnId: string, { by, reason }: { by: string; reason: string }): void {
  const { code, message, params } = wireError('hook.stopped', { hook: by, reason })
  live.emit(turnId, { type: 'notice', level: 'warn', code, message, params })
  live.turn?.stop(new TurnStop('hook_stopped'))
}

function tellRun(live: LiveSession, turnId: string, run: FinishedRun, toolCallId: string | undefined): void {
  live.start()
  live.emit(turnId, { type: 'hook.finished', ...markOf(run), source: run.source, ...(toolCallId !== undefined && { toolCallId }) })
  if (run.failure) tellOnce(live, turnId, [toWireError(run.failure)])
  if (run.message === undefined) return
  const { code, message, params } = wireError('hook.said', { hook: run.rule, text: run.message })
  live.emit(turnId, { type: 'notice', level: 'info', code, message, params })
}

/** What hooks say to a turn; undefined: there are none. */
export function turnHooks(deps: Deps, live: LiveSession, turnId: string): TurnHooks | undefined {
  const { hooks } = deps
  if (!hooks) return undefined
  const end: HookEvent = live.record.agent ? 'SubagentStop' : 'Stop'
  return {
    async beforeTool(call, signal) {
      const place = hookPlace(live, turnId, call.toolCallId)
      return beforeTool(await hooks.dispatch('PreToolUse', place, callFields(call), signal))
    },
    async afterTool(call, { content, isError, durationMs }, signal) {
      const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
      const fields = { ...callFields(call), tool_result: deps.redact(text), is_error: isError, duration_ms: durationMs }
      const event = isError ? 'PostToolUseFailure' : 'PostToolUse'
      const { runs, stop } = await hooks.dispatch(event, hookPlace(live, turnId, call.toolCallId), fields, signal)
      return { marks: runs.map(markOf), stop: stop?.reason }
    },
    async beforeEnd({ text }, { iter, goneOn, signal }) {
      const task = live.record.agent && { task: live.record.title }
      const fields = { iter, last_assistant_message: text, stop_hook_active: goneOn > 0, ...task }
      const verdict = await hooks.dispatch(end, hookPlace(live, turnId), fields, signal)
      if (verdict.stop) return { kind: 'stop' }
      if (!verdict.block) return { kind: 'end' }
      if (goneOn < MOST_GO_ONS) return { kind: 'go_on', instruction: verdict.block.reason }
      tellOnce(live, turnId, [wireError('hook.go_on_limit', { times: String(MOST_GO_ONS) })])
      return { kind: 'end' }
    },
    failed: ({ code, message }) =>
      tell(deps, live, { event: 'Notification', turnId, fields: { kind: 'stream_error', detail: `${code}: ${message}` } }),
  }
}

export function callFields({ tool, toolCallId, input }: RunnableCall): HookFields {
  return { tool_name: tool.name, tool_input: input, tool_use_id: toolCallId }
}

function beforeTool({ runs, block, ask, allow, stop, updatedInput }: HookVerdict): BeforeTool {
  const wished = ask ?? allow
  return {
    marks: runs.map(markOf),
    block: block && hookSays(block),
    updatedInput,
    wish: wished && { decision: ask ? 'ask' : 'allow', hook: wished.by, reason: wished.reason },
    stop: stop && hookSays(stop),
  }
}

/** The result the model gets in place of a blocked call's. */
export function hookSays({ by, reason }: { by: string; reason: string }): string {
  return `[hook ${by}] ${reason}`
}
