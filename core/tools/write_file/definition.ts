import { z } from 'zod'
import type { FileLocks } from '../../platform/index.ts'
import { unseenFailure } from '../files/text-file.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { previewWrite, writeFileTool } from './run.ts'

const input = z.object({
  path: z.string().min(1).describe('Relative to the project, or absolute'),
  content: z.string().describe('The whole new content'),
})
export type WriteFileInput = z.output<typeof input>

export function writeFileDefinition(locks: FileLocks): Tool<typeof input> {
  return {
    name: 'write_file',
    description: description.trim(),
    input,
    category: 'write',
    inBackground: true,
    paths: ({ path }) => [path],
    futile: ({ path }, context) => unseenFailure(path, context),
    preview: previewWrite,
    run: (call, context) => writeFileTool(call, context, locks),
  }
}
