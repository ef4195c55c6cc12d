import table from '../../resources/models.json' with { type: 'json' }
import type { Usage } from '../contract/common.ts'
import type { ModelFacts } from './types.ts'

interface TableEntry {
  readonly match: string
  readonly contextWindow: number
  readonly maxOutput: number
  readonly prices: ModelFacts['prices']
  readonly outputLimit?: string
}

const entries: readonly TableEntry[] = table.models

/** What a model of the table has, with what configuration says on top (0 and undefined say nothing). An id the table does not know gets careful values. */
export function modelFacts(
  modelId: string,
  overrides: { contextWindow?: number | undefined; maxTokens?: number | undefined } = {},
): ModelFacts {
  const known = find(modelId) ?? table.unknown
  return {
    contextWindow: overrides.contextWindow || known.contextWindow,
    maxOutput: overrides.maxTokens || known.maxOutput,
    prices: known.prices,
  }
}

/** The model a provider of this protocol uses when none is configured. */
export function defaultModel(protocol: 'anthropic' | 'openai' | 'openai-responses' | 'demo'): string {
  return table.defaults[protocol]
}

/** US dollars of one request; null when the model's price is not known. `inputTokens` holds no cached ones. */
export function costUsd(usage: Omit<Usage, 'costUsd'>, { prices }: Pick<ModelFacts, 'prices'>): number | null {
  if (!prices) return null
  const perMillion =
    usage.inputTokens * prices.input +
    usage.outputTokens * prices.output +
    usage.cacheReadTokens * prices.cacheRead +
    usage.cacheWriteTokens * prices.cacheWrite
  return Math.round(perMillion * 1000) / 1e9
}

/** Whether the model thinks before it answers, as far as the table knows. */
export function reasons(modelId: string): boolean {
  return find(modelId)?.outputLimit === 'max_completion_tokens'
}

/** Whether the model refuses the older `max_tokens` of chat completions. */
export function needsCompletionLimit(modelId: string): boolean {
  return find(modelId)?.outputLimit === 'max_completion_tokens'
}

/** The first match counts. Gateways write `vendor/model`, and ids carry dates and `[1m]`: patterns end where the name may go on. */
function find(modelId: string): TableEntry | undefined {
  const id = modelId.toLowerCase().split('/').at(-1) ?? ''
  return entries.find(({ match }) => new RegExp(`^(?:${match})$`).test(id))
}
