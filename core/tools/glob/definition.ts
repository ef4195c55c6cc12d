import { isAbsolute, join } from 'node:path'
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
  inBackground: true,
  paths: (call) => [placeOf(call)],
  run: globTool,
}

/** The place a pattern leads to: its beginning without wildcards. Links on the way are for permission to see. */
function placeOf({ path, pattern }: GlobInput): string {
  const plain = /^[^*?]*/.exec(pattern)?.[0] ?? ''
  const folder = plain.length === pattern.length ? plain : plain.slice(0, plain.lastIndexOf('/') + 1)
  return isAbsolute(folder) ? folder : join(path ?? '.', folder).replace(/(.)\/$/, '$1')
}
