import { z } from 'zod'
import { ToolFailure, type Tool } from '../tools/index.ts'
import description from './call-tool.md?raw'

const input = z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).default({}) })

/** Stands in `tools` for those that came too late to stand there themselves: the call becomes the other tool's. */
export const callToolDefinition: Tool<typeof input> = {
  name: 'call_tool',
  description: description.trim(),
  input,
  category: 'none',
  inBackground: true,
  paths: () => [],
  forwards: ({ name, arguments: given }) => ({ name, input: given }),
  run: async ({ name }) => {
    throw new ToolFailure(`There is no tool named ${name}.`)
  },
}
