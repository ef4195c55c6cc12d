import { capabilities, nearestEffort } from '../facts.ts'
import type { JsonObject } from '../json.ts'
import type { ModelCapabilities, ModelRequest } from '../types.ts'

/** Temperature and top_p where the model takes them. */
export function samplingFields({ temperature, topP }: ModelRequest, { sampling }: ModelCapabilities): JsonObject {
  if (!sampling) return {}
  return { ...(temperature === undefined ? {} : { temperature }), ...(topP === undefined ? {} : { top_p: topP }) }
}

/** How chat completions are told to think: the vendor's own effort, or the switch that compatible servers have. */
export function thinkingFields({ model, thinking, effort }: ModelRequest): JsonObject {
  const able = capabilities(model)
  const wish = nearestEffort(effort ?? (thinking === false && able.reasoning ? 'none' : undefined), able)
  const isOn = thinking !== false
  return {
    ...(wish === undefined ? {} : { reasoning_effort: wish }),
    ...(thinking !== undefined && able.toggle === 'thinking' ? { thinking: { type: isOn ? 'enabled' : 'disabled' } } : {}),
    ...(thinking !== undefined && able.toggle === 'enable_thinking' ? { enable_thinking: isOn } : {}),
  }
}
