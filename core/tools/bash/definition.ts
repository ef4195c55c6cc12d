import { z } from 'zod'
import { limits } from '../limits.ts'
import type { Shells } from '../shells/types.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { bashTool } from './run.ts'

const input = z.object({
  command: z.string().min(1),
  description: z.string().optional().describe('What it does, in five words'),
  timeout: z.int().min(1).max(limits.bash.maxTimeoutMs).optional(),
  workdir: z.string().min(1).optional(),
  background: z.boolean().optional(),
})
export type BashInput = z.output<typeof input>

export function bashDefinition(shells: Shells): Tool<typeof input> {
  return {
    name: 'bash',
    description: description.trim(),
    input,
    category: 'exec',
    inBackground: true,
    paths: ({ workdir }) => (workdir === undefined ? [] : [workdir]),
    command: ({ command }) => command,
    run: (call, context) => bashTool(call, context, shells),
  }
}
