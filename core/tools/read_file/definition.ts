import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { readFileTool } from './run.ts'

const input = z.object({
  path: z.string().min(1).describe('Relative to the project, or absolute'),
  offset: z.int().min(1).optional().describe('First line'),
  limit: z.int().min(1).max(limits.read.lines).optional().describe('Number of lines'),
})
export type ReadFileInput = z.output<typeof input>

export const readFileDefinition: Tool<typeof input> = {
  name: 'read_file',
  description: description.trim(),
  input,
  category: 'read',
  paths: ({ path }) => [path],
  run: readFileTool,
}
