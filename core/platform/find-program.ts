import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from './platform.ts'

/** Absolute path of a program on the person's path; it is looked up, not started. */
export function findProgram(name: string, env: Environment): Promise<string | undefined> {
  return firstRunnable(onPath(name, env))
}

/** Where a program of that name may lie. Relative entries would let the project folder choose the program. */
export function onPath(program: string, env: Environment): readonly string[] {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter)
  return folders.filter((folder) => /^([A-Za-z]:)?[\\/]/.test(folder)).map((folder) => join(folder, program))
}

export async function firstRunnable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const runnable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runnable) return path
  }
  return undefined
}
