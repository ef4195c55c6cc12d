import { createFileLocks, type FileLocks } from '../platform/index.ts'
import { bashDefinition } from './bash/definition.ts'
import { bashOutputDefinition } from './bash_output/definition.ts'
import { bashStopDefinition } from './bash_stop/definition.ts'
import { editFileDefinition } from './edit_file/definition.ts'
import { globDefinition } from './glob/definition.ts'
import { grepDefinition } from './grep/definition.ts'
import { multiEditDefinition } from './multi_edit/definition.ts'
import { readFileDefinition } from './read_file/definition.ts'
import type { Shells } from './shells/index.ts'
import { todoWriteDefinition } from './todo_write/definition.ts'
import type { Tool } from './types.ts'
import { writeFileDefinition } from './write_file/definition.ts'

export { fileKind } from './files/file-kind.ts'
export { createShells, type Shells } from './shells/index.ts'
export { toolSpec } from './tool-spec.ts'
export { ToolFailure } from './types.ts'
export type { Person, Tool, ToolContext, ToolResult } from './types.ts'

export interface BuiltinToolsDeps {
  /** Shared by all sessions of a core, so that two of them do not lose each other's edits. */
  readonly locks?: FileLocks
  readonly shells: Shells
}

/** The tools that come with the product, in the order the model sees them. One set a core. */
export function builtinTools({ locks = createFileLocks(), shells }: BuiltinToolsDeps): readonly Tool[] {
  return [
    readFileDefinition,
    writeFileDefinition(locks),
    editFileDefinition(locks),
    multiEditDefinition(locks),
    globDefinition,
    grepDefinition,
    bashDefinition(shells),
    bashOutputDefinition(shells),
    bashStopDefinition(shells),
    todoWriteDefinition,
  ]
}
