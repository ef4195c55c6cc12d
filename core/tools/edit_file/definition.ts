import { z } from 'zod'
import type { FileLocks } from '../../platform/index.ts'
import { changeFile, previewChange, replacement } from '../edits/change-file.ts'
import { editFields, editPath, pathAlias } from '../edits/input.ts'
import { unseenFailure } from '../files/text-file.ts'
import type { Tool } from '../types.ts'
import description from './prompt.md?raw'

const input = z.preprocess(pathAlias, z.object({ path: editPath, ...editFields }))

export function editFileDefinition(locks: FileLocks): Tool<typeof input> {
  return {
    name: 'edit_file',
    description: description.trim(),
    input,
    category: 'write',
    inBackground: true,
    paths: ({ path }) => [path],
    futile: ({ path }, context) => unseenFailure(path, context),
    preview: (call, context) => previewChange(call.path, context, replacement(call)),
    run: (call, context) => changeFile(call.path, context, { locks, change: replacement(call) }),
  }
}
