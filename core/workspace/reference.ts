import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../permission/index.ts'

/** Project-relative form of a file that really lies inside the project, with `/`; undefined for anything else. */
export async function referenceTo(file: string, projectRoot: string): Promise<string | undefined> {
  try {
    const real = await realpath(file)
    if (!isInside(real, projectRoot) || !(await stat(real)).isFile()) return undefined
    return path.relative(projectRoot, real).replaceAll(path.sep, '/')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
