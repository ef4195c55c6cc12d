import { z } from 'zod'
import type { FileLocks } from '../../platform/index.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'
import { editFileTool, previewEdit } from './run.ts'

const fields = z.object({
  path: z.string().min(1).describe('Relative to the project, or absolute'),
  old_string: z.string().min(1),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
})
export type EditFileInput = z.output<typeof fields>

/** Many models were taught the name `file_path`. */
const input = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || 'path' in value || !('file_path' in value)) return value
  const { file_path: path, ...rest } = value
  return { path, ...rest }
}, fields)

export function editFileDefinition(locks: FileLocks): Tool<typeof input> {
  return {
    name: 'edit_file',
    description: description.trim(),
    input,
    category: 'write',
    paths: ({ path }) => [path],
    preview: previewEdit,
    run: (call, context) => editFileTool(call, context, locks),
  }
}
