import { usedTokens } from '../compact/index.ts'
import type { Transcript } from '../agent/index.ts'
import { createEstimator, type Estimator } from '../llm/index.ts'

/** As answers name it. */
export interface ModelName {
  readonly provider: string
  readonly model: string
}

/** What this process knows of how a session fills its model's window. */
export interface WindowState {
  /** Compactions in a row that nobody asked for and that failed. */
  failures: number
  /** Each model counts in its own way. */
  estimatorFor(on: ModelName): Estimator
  /** Tokens the next request takes; takes in what the vendor counted for the last one. */
  used(transcript: Transcript, on: ModelName): number
}

export function createWindowState(): WindowState {
  const estimators = new Map<string, Estimator>()
  const learned = new Set<string>()

  const estimatorFor = ({ provider, model }: ModelName): Estimator => {
    const key = `${provider} ${model}`
    const estimator = estimators.get(key) ?? createEstimator()
    estimators.set(key, estimator)
    return estimator
  }
  return {
    failures: 0,
    estimatorFor,
    used({ messages, request }, on) {
      const estimator = estimatorFor(on)
      const at = messages.findLastIndex((message) => message.role === 'assistant' && message.usage !== undefined)
      const answer = messages[at]
      if (answer?.role === 'assistant' && answer.usage && answer.provider === on.provider && answer.model === on.model) {
        if (!learned.has(answer.id)) estimator.learn({ ...request, messages: messages.slice(0, at) }, answer.usage)
        learned.add(answer.id)
      }
      return usedTokens({ messages, request }, on, estimator)
    },
  }
}
