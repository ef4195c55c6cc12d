import { z } from 'zod'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { globTool } from './run.ts'

const input = z.object({
  pattern: z.string().min(1),
  path: z.string().min(1).optional().describe('Folder to look in; default: the project'),
})
export type GlobInput = z.output<typeof input>

export const globDefinition: Tool<typeof input> = {
  name: 'glob',
  description: description.trim(),
  input,
  category: 'read',
  paths: ({ path, pattern }) => [path ?? '.', ...outsideParts(pattern)],
  run: globTool,
}

/** A pattern may name a place itself. */
function outsideParts(pattern: string): readonly string[] {
  return /^([\\/]|[A-Za-z]:|.*\.\.([\\/]|$))/.test(pattern) ? [pattern] : []
}
