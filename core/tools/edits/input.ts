import { z } from 'zod'

/** The file an edit is about, as the model names it. */
export const editPath = z.string().min(1).describe('Relative to the project, or absolute')

/** One replacement. */
export const editFields = { old_string: z.string().min(1), new_string: z.string(), replace_all: z.boolean().optional() }

const edit = z.object(editFields)
export type EditInput = z.output<typeof edit>

/** Many models were taught the name `file_path`. */
export function pathAlias(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'path' in value || !('file_path' in value)) return value
  const { file_path: path, ...rest } = value
  return { path, ...rest }
}
