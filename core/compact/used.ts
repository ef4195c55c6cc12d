import type { Message } from '../contract/messages.ts'
import type { ModelRequest } from '../llm/types.ts'
import type { Estimator } from '../llm/index.ts'

interface Model {
  readonly provider: string
  readonly model: string
}

/** Tokens the next request takes: as counted with the model's last answer, and an estimate of what was added since. */
export function usedTokens(
  { messages, request }: { messages: readonly Message[]; request: Pick<ModelRequest, 'system' | 'tools'> },
  on: Model,
  estimate: Estimator,
): number {
  const at = messages.findLastIndex((message) => counted(message, on) > 0)
  const anchor = messages[at]
  if (!anchor) return estimate.request({ ...request, messages })
  return counted(anchor, on) + estimate.messages(messages.slice(at + 1))
}

/** 0 for what no vendor has counted. */
function counted(message: Message, on: Model): number {
  if (message.role !== 'assistant' || message.provider !== on.provider || message.model !== on.model || !message.usage) return 0
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = message.usage
  const prompt = inputTokens + cacheReadTokens + cacheWriteTokens
  return prompt === 0 ? 0 : prompt + outputTokens
}
