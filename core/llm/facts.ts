import table from '../../resources/models.json' with { type: 'json' }
import type { Effort, Usage } from '../contract/common.ts'
import type { ModelCapabilities, ModelFacts, ThinkingForm } from './types.ts'

interface TableEntry {
  readonly match: string
  readonly contextWindow: number
  readonly maxOutput: number
  readonly prices: ModelFacts['prices']
  readonly outputLimit?: string
  readonly thinking?: readonly string[]
  readonly display?: boolean
  readonly effort?: readonly string[]
  readonly sampling?: boolean
  readonly reasoning?: boolean
  readonly toggle?: string
  readonly images?: boolean
  readonly pdf?: boolean
  readonly forcedToolChoice?: boolean
  readonly minCacheTokens?: number
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
    capabilities: capabilities(modelId),
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

/** What the model takes, as far as the table knows. */
export function capabilities(modelId: string): ModelCapabilities {
  const entry = find(modelId)
  return {
    isKnown: entry !== undefined,
    thinking: thinkingForms.filter((form) => entry?.thinking?.includes(form)),
    needsDisplay: entry?.display ?? false,
    effort: efforts.filter((effort) => entry?.effort?.includes(effort)),
    sampling: entry?.sampling ?? true,
    reasoning: entry?.reasoning ?? false,
    toggle: entry?.toggle,
    images: entry?.images ?? false,
    pdf: entry?.pdf ?? false,
    forcedToolChoice: entry?.forcedToolChoice ?? true,
    minCacheTokens: entry?.minCacheTokens,
  }
}

const thinkingForms: readonly ThinkingForm[] = ['adaptive', 'enabled', 'disabled']

/** From little to much. */
const efforts: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The word the model takes that is nearest to the wished one; the wish itself where nothing is known of the model. */
export function nearestEffort(wish: Effort | undefined, { effort, isKnown }: ModelCapabilities): Effort | undefined {
  if (wish === undefined || !isKnown) return wish
  const far = (other: Effort): number => Math.abs(efforts.indexOf(other) - efforts.indexOf(wish))
  // `none` switches thinking off, which nobody asked for with a low wish.
  const allowed = wish === 'none' ? effort : effort.filter((other) => other !== 'none')
  return allowed.toSorted((a, b) => far(a) - far(b))[0]
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
