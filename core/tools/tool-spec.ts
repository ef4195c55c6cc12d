import { z } from 'zod'
import type { ToolSpec } from '../llm/types.ts'
import type { Tool } from './types.ts'

/** What the model is told of a tool: its JSON Schema without what says nothing. */
export function toolSpec(tool: Tool): ToolSpec {
  if (tool.inputSchema) return { name: tool.name, description: tool.description, inputSchema: { ...tool.inputSchema } }
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(tool.input, {
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties
      // zod writes the bounds of safe integers where none were set.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      delete jsonSchema.minLength
      // Nobody counts to these; a call beyond them is told.
      if ((jsonSchema.maxLength ?? 0) >= 100) delete jsonSchema.maxLength
      if ((jsonSchema.maxItems ?? 0) >= 50) delete jsonSchema.maxItems
    },
  })
  return { name: tool.name, description: tool.description, inputSchema }
}
