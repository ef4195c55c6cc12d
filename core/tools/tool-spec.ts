import { z } from 'zod'
import type { ToolSpec } from '../llm/types.ts'
import type { Tool } from './types.ts'

/** What the model is told of a tool: its JSON Schema without what says nothing. */
export function toolSpec(tool: Tool): ToolSpec {
  if (tool.inputSchema) return { name: tool.name, description: tool.description, inputSchema: { ...tool.inputSchema } }
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(tool.input, {
    // As the model writes it: what has a default need not be there.
    io: 'input',
    override({ jsonSchema }) {
      delete jsonSchema.additionalProperties
      // zod writes the bounds of safe integers where none were set.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      delete jsonSchema.minLength
      delete jsonSchema.pattern
      // Nobody counts to these; a call beyond them is told.
      if ((jsonSchema.maxLength ?? 0) >= 50) delete jsonSchema.maxLength
      if ((jsonSchema.maxItems ?? 0) >= 50) delete jsonSchema.maxItems
      if ((jsonSchema.maximum ?? 0) >= 1_000) delete jsonSchema.maximum
      if ((jsonSchema.minimum ?? 2) <= 1) delete jsonSchema.minimum
      if (jsonSchema.minItems === 1) delete jsonSchema.minItems
      // What is left out is left out.
      if (jsonSchema.default === '' || jsonSchema.default === false || isEmptyList(jsonSchema.default)) delete jsonSchema.default
    },
  })
  return { name: tool.name, description: tool.description, inputSchema }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
