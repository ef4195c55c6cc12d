import { capabilities, nearestEffort } from '../facts.ts'
import { isNotBlank } from '../history.ts'
import type { JsonObject } from '../json.ts'
import type { ModelRequest } from '../types.ts'

/** The vendor's least budget. */
const minBudget = 1024
const usualBudget = 16_000

/** Fields of the Messages API that depend on what the model takes. */
export function optionalFields(request: ModelRequest, { dropsUnboundThinking }: { dropsUnboundThinking: boolean }): JsonObject {
  const able = capabilities(request.model)
  const thinking = thinkingField(request)
  const isThinking = thinking !== undefined && thinking['type'] !== 'disabled'
  const effort = nearestEffort(request.effort, able)
  const stops = request.stop?.filter(isNotBlank) ?? []
  // While it thinks the vendor takes only its own temperature.
  const sampling = able.sampling && !isThinking
  return {
    ...(thinking && {
      thinking: dropsUnboundThinking ? { ...thinking, block_binding: { prefix_mismatch_behavior: 'drop_block' } } : thinking,
    }),
    ...(effort !== undefined && able.effort.length > 0 && { output_config: { effort } }),
    ...(sampling && request.temperature !== undefined && { temperature: Math.min(1, request.temperature) }),
    ...(sampling && request.topP !== undefined && { top_p: request.topP }),
    ...(stops.length > 0 && { stop_sequences: stops }),
  }
}

function thinkingField({ model, thinking, maxTokens }: ModelRequest): JsonObject | undefined {
  const { thinking: forms, needsDisplay } = capabilities(model)
  const budget = typeof thinking === 'object' ? thinking.budget : undefined
  const display = needsDisplay ? { display: 'summarized' } : {}
  // Such a model thinks whatever is asked, and says nothing of it unless it is asked to.
  const mustThink = forms.includes('adaptive') && !forms.includes('disabled')
  if (!thinking && !mustThink) return thinking === false && forms.includes('disabled') ? { type: 'disabled' } : undefined
  const wantsBudget = budget !== undefined && (forms.includes('enabled') || forms.length === 0)
  if (forms.includes('adaptive') && !wantsBudget) return { type: 'adaptive', ...display }
  if (!wantsBudget && !forms.includes('enabled')) return undefined
  const tokens = Math.min(budget ?? Math.min(usualBudget, Math.floor(maxTokens / 2)), maxTokens - 1)
  return tokens < minBudget ? undefined : { type: 'enabled', budget_tokens: tokens, ...display }
}
