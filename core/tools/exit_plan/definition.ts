import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { exitPlanTool } from './run.ts'

const input = z.object({
  plan: z
    .string()
    .max(limits.ask.planChars)
    .refine((plan) => plan.trim() !== '', 'the plan is empty'),
})
export type ExitPlanInput = z.output<typeof input>

export const exitPlanDefinition: Tool<typeof input> = {
  name: 'exit_plan',
  description: description.trim(),
  input,
  category: 'none',
  paths: () => [],
  run: exitPlanTool,
}
