import path from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { SkillRoot } from '../roots.ts'
import { installPlace } from './places.ts'
import { hasStaging, recoverSwaps } from './swap.ts'

/** Before skills are read: ends what an installation had begun when its process went away. */
export async function recoverRoot({ source, path: root }: SkillRoot, home: string): Promise<void> {
  const isOurs = source === 'user' ? root === path.join(home, 'skills') : source === 'project' && /[\\/]\.mewcode[\\/]skills$/.test(root)
  if (!isOurs || !(await hasStaging(root))) return
  const projectRoot = source === 'project' ? path.dirname(path.dirname(root)) : undefined
  try {
    await recoverSwaps(await installPlace({ level: source === 'project' ? 'project' : 'user', projectRoot }, home))
  } catch (error) {
    // What cannot be ended now is said when something is installed; reading goes on with what is there.
    if (!(error instanceof AppError)) throw error
  }
}
