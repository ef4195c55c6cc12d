import type { Clock } from '../base/clock.ts'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { Storage } from '../storage/types.ts'
import { ToolFailure, type RunAgent, type ToolResult } from '../tools/index.ts'
import type { Agents } from './agents.ts'
import type { LiveRun } from './live-run.ts'
import type { RunEnd } from './run-end.ts'
import type { Runs } from './runs.ts'

export interface RunAgentDeps {
  readonly storage: Storage
  readonly agents: () => Agents
  readonly runs: () => Runs
  readonly clock: Clock
  /** How long a conversation waits for an agent, in milliseconds. */
  readonly patienceMs: () => Promise<number>
}

/** What stands behind the tool `agent`. */
export function createRunAgent({ storage, agents, runs, clock, patienceMs }: RunAgentDeps): RunAgent {
  return async (input, { sessionId, toolCallId, signal }) => {
    const session = storage.sessions.get(sessionId)
    if (!session) throw new ToolFailure('This conversation is gone.')
    const { prompt, description, subagent_type: type, model, name = '', run_in_background: isBackground = false } = input
    const started = await agents()
      .start({
        projectId: session.projectId,
        parentId: sessionId,
        by: 'agent',
        type,
        prompt,
        description,
        model,
        isBackground,
        name,
        toolCallId,
      })
      .catch(asFailure)
    if (started.facts.isBackground) return launched(started)
    const end = await runs().whileWaiting(sessionId, waitFor(started, { signal, patienceMs: await patienceMs(), clock }))
    if (end === 'aborted') {
      await runs().stop(started.id, 'user')
      signal.throwIfAborted()
    }
    if (end === 'late' || end === 'aborted') {
      runs().toBackground(started)
      return answer(started, 'timed_out_to_background')
    }
    return reported(started, end)
  }
}

async function waitFor(
  run: LiveRun,
  { signal, patienceMs, clock }: { signal: AbortSignal; patienceMs: number; clock: Clock },
): Promise<RunEnd | 'aborted' | 'late'> {
  const over = new AbortController()
  const late = clock.wait(patienceMs, AbortSignal.any([signal, over.signal])).then(
    () => 'late' as const,
    () => 'aborted' as const,
  )
  try {
    return await Promise.race([run.ended, late])
  } finally {
    over.abort()
  }
}

/** A report that could not be made is an error, with what was said until then. */
function reported(run: LiveRun, { status, text, error }: RunEnd): ToolResult {
  const meta = metaOf(run, status)
  if (status === 'completed') return { content: [{ type: 'text', text }], meta }
  const why = error ? `${error.message} ` : ''
  const said = text === '' ? '' : `\nIt said until then:\n${text}`
  throw new ToolFailure(`The agent ${status === 'cancelled' ? 'was stopped' : 'did not finish'}. ${why}task_id: ${run.id}${said}`, meta)
}

function launched(run: LiveRun): ToolResult {
  return answer(run, run.isStarted ? 'async_launched' : 'queued')
}

function answer(run: LiveRun, status: 'async_launched' | 'queued' | 'timed_out_to_background'): ToolResult {
  const told = { task_id: run.id, status }
  const text = `${JSON.stringify(told)}\nYou will be told when it ends; do not wait for it.`
  return { content: [{ type: 'text', text }], meta: metaOf(run, status) }
}

function metaOf({ id, facts }: LiveRun, status: string) {
  const { agent, model, modelFrom, steps, toolCount } = facts
  return { agent: { agentId: id, type: agent, model, modelFrom, status, steps, toolCount } }
}

function asFailure(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { what, fix } = errorText(error.code, error.params, 'en')
  throw new ToolFailure(`${what} ${fix}`)
}
