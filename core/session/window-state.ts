import { usedTokens } from '../compact/index.ts'
import type { Transcript, TurnModel } from '../agent/index.ts'
import { createEstimator, type Estimator, type ModelRequest } from '../llm/index.ts'

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
  /** Has the vendor count a request that no answer of the model came before, once a model; nobody waits for it. */
  calibrate(request: ModelRequest, on: TurnModel, signal: AbortSignal): void
}

/** Below this part of the window nothing hangs on the estimate. */
const WORTH_COUNTING = 0.1

export function createWindowState(): WindowState {
  const estimators = new Map<string, Estimator>()
  const learned = new Set<string>()
  const counted = new Set<string>()

  const estimatorFor = ({ provider, model }: ModelName): Estimator => {
    const key = `${provider} ${model}`
    const estimator = estimators.get(key) ?? createEstimator()
    estimators.set(key, estimator)
    return estimator
  }
  return {
    failures: 0,
    estimatorFor,
    calibrate(request, { provider, contextWindow }, signal) {
      const name = { provider: provider.name, model: request.model }
      const key = Object.values(name).join(' ')
      const estimator = estimatorFor(name)
      const isKnown = request.messages.some((one) => one.role === 'assistant' && one.provider === name.provider && one.model === name.model)
      if (isKnown || counted.has(key) || estimator.request(request) < contextWindow * WORTH_COUNTING) return
      counted.add(key)
      void provider.countTokens?.(request, signal).then((inputTokens) => {
        if (inputTokens !== undefined) estimator.learn(request, { inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 })
      })
    },
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
