import type { Clock } from '../base/clock.ts'
import { errorText } from '../contract/error-texts.ts'
import { AppError } from '../contract/errors.ts'
import type { Storage } from '../storage/types.ts'
import { ToolFailure, type AgentInput, type RunAgent, type ToolContext, type ToolResult } from '../tools/index.ts'
import type { Agents, StartAgent } from './agents.ts'
import type { LiveRun } from './live-run.ts'
import type { RunEnd } from './run-end.ts'
import type { Runs } from './runs.ts'

export interface RunAgentDeps {
  readonly storage: Storage
  readonly agents: Agents
  readonly runs: Runs
  readonly clock: Clock
  /** How long a conversation waits for an agent, in milliseconds. */
  readonly patienceMs: () => Promise<number>
}

/** Who waits for an agent. `toolCallId` is empty where a person's command starts it. */
export type AgentCaller = Pick<ToolContext, 'sessionId' | 'toolCallId' | 'signal'>

/** What stands behind the tool `agent`. */
export function createRunAgent(deps: RunAgentDeps): RunAgent {
  return async (input, context) => {
    if (input.handoff) return handOver(deps, input, context)
    const { prompt, description, subagent_type: type, model, name = '', run_in_background: isBackground = false, isolation } = input
    const isIsolated = isolation === undefined ? undefined : true
    return answerOf(deps, context, { type, prompt, description, model, isBackground, name, isIsolated })
  }
}

/** From the next step on the conversation is the agent's, and what it is to do stands in this answer. */
async function handOver(
  { agents }: RunAgentDeps,
  { subagent_type: type, prompt, model }: AgentInput,
  { sessionId }: ToolContext,
): Promise<ToolResult> {
  if (type === undefined) throw new ToolFailure('`handoff` needs `subagent_type`: to whom the conversation goes.')
  const { agent } = await agents.handOver(sessionId, { type, model }, 'agent').catch(asFailure)
  const text = `The conversation is now that of the agent ${agent}: its instructions and tools are yours, and the user talks to you.\n\nTask: ${prompt}`
  return { content: [{ type: 'text', text }], meta: {} }
}

/** Starts an agent for a call and answers its report, or where it can be found. */
export async function answerOf(
  { storage, agents, runs, clock, patienceMs }: RunAgentDeps,
  { sessionId, toolCallId, signal }: AgentCaller,
  wish: Omit<StartAgent, 'projectId' | 'parentId' | 'by' | 'toolCallId'>,
): Promise<ToolResult> {
  const session = storage.sessions.get(sessionId)
  if (!session) throw new ToolFailure('This conversation is gone.')
  const { projectId } = session
  const run = await agents.start({ ...wish, projectId, parentId: sessionId, by: 'agent', toolCallId }).catch(asFailure)
  if (run.facts.isBackground) return launched(run)
  const end = await runs.whileWaiting(sessionId, waitFor(run, { signal, patienceMs: await patienceMs(), clock }))
  if (end === 'late') {
    runs.toBackground(run)
    return answer(run, 'timed_out_to_background')
  }
  if (end !== 'aborted') return reported(run, end)
  await runs.stop(run.id, 'user')
  signal.throwIfAborted()
  throw new ToolFailure('The agent was stopped.')
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
