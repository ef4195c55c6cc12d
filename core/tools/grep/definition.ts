import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { grepTool } from './run.ts'

const input = z.object({
  pattern: z.string().min(1),
  path: z.string().min(1).optional().describe('File or folder; default: the project'),
  glob: z.string().min(1).optional(),
  type: z
    .string()
    .regex(/^[A-Za-z0-9_+-]+$/)
    .optional(),
  output_mode: z.enum(['content', 'files', 'count']).optional(),
  context: z.int().min(0).max(20).optional().describe('Lines around each hit'),
  ignore_case: z.boolean().optional(),
  multiline: z.boolean().optional(),
  head_limit: z.int().min(1).max(limits.search.maxHits).optional(),
})
export type GrepInput = z.output<typeof input>

export const grepDefinition: Tool<typeof input> = {
  name: 'grep',
  description: description.trim(),
  input,
  category: 'read',
  inBackground: true,
  paths: ({ path }) => [path ?? '.'],
  run: grepTool,
}
