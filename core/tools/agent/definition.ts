import { z } from 'zod'
import type { Tool, ToolContext, ToolResult } from '../types.ts'
import description from './prompt.md?raw'

const input = z.object({
  prompt: z.string().min(1).max(100_000),
  description: z.string().min(1).max(200),
  subagent_type: z.string().min(1).max(100).optional().describe('None: a copy of you, in the background'),
  model: z.string().min(1).max(200).optional(),
  run_in_background: z.boolean().optional(),
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,31}$/, 'letters, digits, - and _')
    .optional(),
  isolation: z.enum(['worktree']).optional(),
  handoff: z.boolean().optional().describe('Takes this conversation over'),
})
export type AgentInput = z.output<typeof input>

/** Hands work to an agent: answers its report, or where it can be found. `ToolFailure` for what the model can mend. */
export type RunAgent = (input: AgentInput, context: ToolContext) => Promise<ToolResult>

/** Where a definition of that name works, if not here: its host, in lower case. */
export type HostOfAgent = (type: string, projectRoot: string) => Promise<string | undefined>

export function agentDefinition(runAgent: RunAgent, hostOf: HostOfAgent): Tool<typeof input> {
  return {
    name: 'agent',
    description: description.trim(),
    input,
    category: 'delegate',
    asksAlways: ({ handoff }) => (handoff ? 'permission.asks_handover' : undefined),
    paths: () => [],
    reaches: async ({ subagent_type: type }, projectRoot) => (type === undefined ? undefined : hostOf(type, projectRoot)),
    run: runAgent,
  }
}
