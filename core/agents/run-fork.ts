import type { Message } from '../contract/messages.ts'
import { createEstimator } from '../llm/index.ts'
import { rawToolNames } from '../permission/index.ts'
import type { ForkInput } from '../skills/index.ts'
import type { Storage } from '../storage/types.ts'
import type { ToolResult } from '../tools/index.ts'
import { answerOf, type AgentCaller, type RunAgentDeps } from './run-agent.ts'

const TYPE = 'general-purpose'
/** Of the newest turns that are complete. */
const RECENT_TOKENS = 10_000
const RECENT_MESSAGES = 50

/** Runs a skill as an agent of its own: only the agent's report comes back. `ToolFailure` where it did not end well. */
export function createRunFork(deps: RunAgentDeps): (input: ForkInput, caller: AgentCaller) => Promise<ToolResult> {
  return async ({ id, task, context, model, effort, agent, allowedTools, disallowedTools }, call) =>
    answerOf(deps, call, {
      type: context === 'full' ? undefined : (agent ?? TYPE),
      prompt: context === 'recent' ? `${recent(deps.storage, call.sessionId)}\n\n${task}` : task,
      description: `skill: ${id}`.slice(0, 200),
      model,
      effort,
      isBackground: false,
      name: '',
      narrow: { only: allowedTools.length === 0 ? null : allowedTools.flatMap(plain), never: disallowedTools.flatMap(plain) },
    })
}

function plain(tool: string): readonly string[] {
  return rawToolNames(tool.replace(/\(.*$/s, ''))
}

/** What was said last, in words: whole turns, none that is still running. */
function recent(storage: Storage, sessionId: string): string {
  const { messages } = storage.messages.page({ sessionId, before: undefined, limit: RECENT_MESSAGES })
  const ended = new Set(messages.flatMap((message) => (message.role === 'ending' ? [message.turnId] : [])))
  const turns = Map.groupBy(
    messages.filter(({ turnId }) => ended.has(turnId)),
    ({ turnId }) => turnId,
  )
  const estimate = createEstimator()
  const taken: string[] = []
  let room = RECENT_TOKENS
  for (const turn of [...turns.values()].toReversed()) {
    const words = turn.flatMap(said).join('\n\n')
    room -= estimate.text(words)
    if (room < 0) break
    taken.unshift(words)
  }
  return `<conversation>\n${taken.join('\n\n')}\n</conversation>`
}

function said(message: Message): readonly string[] {
  if (message.role === 'user') return [`User: ${message.text}`]
  if (message.role !== 'assistant') return []
  return message.parts.flatMap((part) => (part.type === 'text' ? [`You: ${part.text}`] : []))
}
