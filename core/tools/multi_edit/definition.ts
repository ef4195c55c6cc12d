import { z } from 'zod'
import type { FileLocks } from '../../platform/index.ts'
import { changeFile, previewChange } from '../edits/change-file.ts'
import { editFields, editPath, pathAlias } from '../edits/input.ts'
import { limits } from '../limits.ts'
import { unseenFailure } from '../files/text-file.ts'
import type { Tool } from '../types.ts'
import { allOf } from './all-of.ts'
import description from './prompt.md?raw'

const input = z.preprocess(pathAlias, z.object({ path: editPath, edits: z.array(z.object(editFields)).min(1).max(limits.edit.edits) }))

export function multiEditDefinition(locks: FileLocks): Tool<typeof input> {
  return {
    name: 'multi_edit',
    description: description.trim(),
    input,
    category: 'write',
    inBackground: true,
    paths: ({ path }) => [path],
    futile: ({ path }, context) => unseenFailure(path, context),
    preview: ({ path, edits }, context) => previewChange(path, context, allOf(edits)),
    run: ({ path, edits }, context) => changeFile(path, context, { locks, change: allOf(edits) }),
  }
}
