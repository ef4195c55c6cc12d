import { contentText } from '../contract/content-text.ts'
import type { ForkInput } from '../skills/index.ts'
import { ToolFailure } from '../tools/index.ts'
import type { AgentServices } from './agents.ts'

/** For skills that a person starts: the agent's report, or why there is none, in words for the model. */
export function createForkReport(
  runFork: AgentServices['runFork'],
): (input: ForkInput, caller: { sessionId: string; signal: AbortSignal }) => Promise<string> {
  return async (input, caller) => {
    try {
      const { content } = await runFork(input, { ...caller, toolCallId: '' })
      return contentText(content)
    } catch (error) {
      if (error instanceof ToolFailure) return error.message
      if (caller.signal.aborted) return 'It was stopped.'
      throw error
    }
  }
}
