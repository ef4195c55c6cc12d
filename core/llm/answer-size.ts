import { ProviderError, type StreamEvent } from './types.ts'

/**
 * More than any model says at once. A larger answer could not be told to a window in one frame: each of its characters may take six
 * bytes there.
 */
const MAX_ANSWER_CHARS = 2_500_000

/** Adds up what an answer says and calls; throws once that is more than a session can hold. */
export function createAnswerMeter(): (event: StreamEvent) => void {
  let said = 0
  const called = new Map<string, number>()
  let inCalls = 0

  return (event) => {
    if (event.type === 'text' || event.type === 'thinking') said += event.text.length
    if (event.type === 'tool_preparing') {
      const chars = event.name.length + event.argumentsSoFar.length
      inCalls += chars - (called.get(event.toolCallId) ?? 0)
      called.set(event.toolCallId, chars)
    }
    // Some endpoints send calls whole, without a word before.
    if (event.type === 'tool_calls')
      inCalls = event.calls.reduce(
        (sum, { toolCallId, name, argumentsText }) => sum + toolCallId.length + name.length + argumentsText.length,
        0,
      )
    if (said + inCalls > MAX_ANSWER_CHARS) throw new ProviderError('protocol', 'the answer is larger than 2.5 million characters')
  }
}
