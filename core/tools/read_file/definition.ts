import { z } from 'zod'
import type { Codec } from '../../media/index.ts'
import { limits } from '../limits.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { readFileTool } from './run.ts'

const input = z.object({
  path: z.string().min(1).describe('Relative to the project, or absolute'),
  offset: z.int().min(1).optional().describe('First line (of a notebook: cell)'),
  limit: z.int().min(1).max(limits.read.lines).optional().describe('Number of lines'),
  pages: z
    .string()
    .regex(/^[1-9]\d{0,4}(-[1-9]\d{0,4})?$/)
    .optional()
    .describe('Of a PDF, such as "3" or "1-20"'),
})
export type ReadFileInput = z.output<typeof input>

export const readFileDefinition = (codec: Codec): Tool<typeof input> => ({
  name: 'read_file',
  description: description.trim(),
  input,
  category: 'read',
  inBackground: true,
  paths: ({ path }) => [path],
  reads: ({ path }) => path,
  run: (asked, context) => readFileTool(codec, asked, context),
})
