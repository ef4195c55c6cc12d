import { isJson, text } from './read.ts'
import type { Json } from './types.ts'

/** What the Messages API refuses about thinking and sampling, model by model. */
export function refusalOfThinking(body: Json): string | undefined {
  const model = text(body['model'])
  const thinking = isJson(body['thinking']) ? body['thinking'] : undefined
  const type = text(thinking?.['type'])
  if (/^claude-(opus-5-5|fable-5-[12]|mythos-5-[12])/.test(model) && (type === 'enabled' || type === 'disabled')) {
    return `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive".`
  }
  if (/^claude-(\w+-5(-\d)?|opus-4-[678])(-\d{8})?$/.test(model)) {
    if (type === 'enabled') return '`thinking.budget_tokens` is not supported for this model. Use "thinking.type.adaptive".'
    const sampling = ['temperature', 'top_p', 'top_k'].find((name) => name in body)
    if (sampling !== undefined) return `\`${sampling}\` is deprecated for this model.`
  }
  if (type === 'enabled') {
    const budget = Number(thinking?.['budget_tokens'])
    if (!(budget >= 1024)) return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
    if (budget >= Number(body['max_tokens'])) return '`max_tokens` must be greater than `thinking.budget_tokens`.'
    if (body['temperature'] !== undefined && body['temperature'] !== 1)
      return '`temperature` may only be set to 1 when thinking is enabled.'
  }
  const stops = Array.isArray(body['stop_sequences']) ? body['stop_sequences'] : []
  return stops.some((stop) => text(stop).trim() === '') ? 'stop_sequences: each stop sequence must contain non-whitespace' : undefined
}
