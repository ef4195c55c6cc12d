import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from './paths.ts'

/**
 * Whether git in this folder would take the configuration of the project's own repository, the only one a person has looked
 * at: neither that of a folder beside the project nor that of a repository that lies in it. Real paths.
 */
export async function isProjectsRepository(folder: string, projectRoot: string): Promise<boolean> {
  for (let at = folder; at !== projectRoot; at = path.dirname(at)) {
    if (!isInside(at, projectRoot) || (await isThere(path.join(at, '.git')))) return false
  }
  return true
}

function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  )
}
