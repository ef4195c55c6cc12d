import { asFields } from './payload.ts'
import type { HookDialect } from './types.ts'

/** What a script of a product printed, in the words our own hooks use. Text that is no answer of that product stays as it is. */
export function ourAnswer(dialect: HookDialect, output: string): string {
  if (dialect !== 'cursor' && dialect !== 'copilot' && dialect !== 'gemini') return output
  const fields = parsed(output)
  if (!fields) return output
  if (dialect === 'cursor') return cursorAnswer(fields) ?? output
  if (dialect === 'copilot') return copilotAnswer(fields) ?? output
  return geminiAnswer(fields) ?? output
}

function cursorAnswer(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { permission, user_message, userMessage, agent_message, agentMessage, followup_message, updated_input, additional_context } = fields
  const said = { reason: agent_message ?? agentMessage ?? user_message ?? userMessage, systemMessage: user_message ?? userMessage }
  // At the end of a turn its words are the next instruction.
  if (typeof followup_message === 'string' && followup_message !== '')
    return JSON.stringify({ decision: 'block', reason: followup_message })
  // Before a prompt it says whether to go on at all: no to the prompt, not the end of a turn.
  if (fields['continue'] === false && permission === undefined) return JSON.stringify({ ...said, decision: 'block' })
  if (permission === undefined && additional_context === undefined && updated_input === undefined) return undefined
  return JSON.stringify({ ...said, decision: permission, additionalContext: additional_context, updatedInput: updated_input })
}

function copilotAnswer({
  permissionDecision,
  permissionDecisionReason,
  modifiedArgs,
  additionalContext,
  decision,
  reason,
}: Readonly<Record<string, unknown>>): string | undefined {
  const word = permissionDecision ?? decision
  if (word === undefined && modifiedArgs === undefined && additionalContext === undefined) return undefined
  return JSON.stringify({ decision: word, reason: permissionDecisionReason ?? reason, updatedInput: modifiedArgs, additionalContext })
}

function geminiAnswer(fields: Readonly<Record<string, unknown>>): string | undefined {
  const inner = asFields(fields['hookSpecificOutput'])
  if (inner['tool_input'] === undefined) return undefined
  const { hookSpecificOutput: _, ...rest } = fields
  return JSON.stringify({ ...rest, updatedInput: inner['tool_input'], additionalContext: inner['additionalContext'] })
}

function parsed(output: string): Readonly<Record<string, unknown>> | undefined {
  const text = output.trim()
  const last = text.slice(text.lastIndexOf('\n') + 1)
  for (const candidate of [text, last]) {
    if (!candidate.startsWith('{')) continue
    try {
      return asFields(JSON.parse(candidate))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}
