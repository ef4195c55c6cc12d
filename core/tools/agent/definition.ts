import { z } from 'zod'
import type { Tool, ToolContext, ToolResult } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({
  prompt: z.string().min(1).max(100_000),
  description: z.string().min(1).max(200),
  subagent_type: z.string().min(1).max(100).optional().describe('Without it: a copy of you, in the background'),
  model: z.string().min(1).max(200).optional(),
  run_in_background: z.boolean().optional(),
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,31}$/, 'letters, digits, - and _')
    .optional(),
  isolation: z.enum(['worktree']).optional(),
})
export type AgentInput = z.output<typeof input>

/** Hands work to an agent: answers its report, or where it can be found. `ToolFailure` for what the model can mend. */
export type RunAgent = (input: AgentInput, context: ToolContext) => Promise<ToolResult>

export function agentDefinition(runAgent: RunAgent): Tool<typeof input> {
  return {
    name: 'agent',
    description: description.trim(),
    input,
    category: 'delegate',
    paths: () => [],
    run: runAgent,
  }
}
