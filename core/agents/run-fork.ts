import { rawToolNames } from '../permission/index.ts'
import type { ForkInput } from '../skills/index.ts'
import type { Storage } from '../storage/types.ts'
import type { ToolContext, ToolResult } from '../tools/index.ts'
import { answerOf, type RunAgentDeps } from './run-agent.ts'

const TYPE = 'general-purpose'
/** Of the conversation, newest last, in characters. */
const RECENT_CHARS = 20_000
const RECENT_MESSAGES = 30

/** Runs a skill as an agent of its own: only the agent's report comes back. `ToolFailure` where it did not end well. */
export function createRunFork(deps: RunAgentDeps): (input: ForkInput, context: ToolContext) => Promise<ToolResult> {
  return async ({ id, task, context, model, agent, allowedTools, disallowedTools }, call) =>
    answerOf(deps, call, {
      type: context === 'full' ? undefined : (agent ?? TYPE),
      prompt: context === 'recent' ? `${recent(deps.storage, call.sessionId)}\n\n${task}` : task,
      description: `skill: ${id}`.slice(0, 200),
      model,
      isBackground: false,
      name: '',
      narrow: { only: allowedTools.length === 0 ? null : allowedTools.flatMap(plain), never: disallowedTools.flatMap(plain) },
    })
}

function plain(tool: string): readonly string[] {
  return rawToolNames(tool.replace(/\(.*$/s, ''))
}

/** What was said last, in words. */
function recent(storage: Storage, sessionId: string): string {
  const { messages } = storage.messages.page({ sessionId, before: undefined, limit: RECENT_MESSAGES })
  const lines = messages.flatMap((message) => {
    if (message.role === 'user') return [`User: ${message.text}`]
    if (message.role !== 'assistant') return []
    return message.parts.flatMap((part) => (part.type === 'text' ? [`You: ${part.text}`] : []))
  })
  return `<conversation>\n${lines.join('\n\n').slice(-RECENT_CHARS).toWellFormed()}\n</conversation>`
}
