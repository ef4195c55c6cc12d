import { stat } from 'node:fs/promises'
import { locate } from '../files/locate.ts'
import { missingFile } from '../files/missing.ts'
import type { ToolContext } from '../types.ts'

/** Where a search looks. */
export interface Scope {
  readonly absolute: string
  readonly shown: string
  readonly isFolder: boolean
}

/** The folder or file named by `path`, the project when it is left out. A name with brackets is a name, not a pattern. */
export async function searchScope(path: string | undefined, context: ToolContext): Promise<Scope> {
  const located = locate(path ?? '.', context.projectRoot)
  const stats = await stat(located.absolute).catch(() => undefined)
  if (!stats) throw await missingFile(located, context.projectRoot)
  return { ...located, isFolder: stats.isDirectory() }
}
