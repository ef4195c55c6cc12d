import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readSmallFile } from './regular-file.ts'

/** HEAD and a worktree's `.git` file are one short line. */
const HEAD_BYTES = 4_096

/**
 * The branch a folder is on, or the short commit of a detached HEAD; undefined outside a repository.
 * Reads `.git/HEAD` itself: starting git in a folder nobody trusts runs what its `.git/config` names.
 */
export async function readGitBranch(folder: string): Promise<string | undefined> {
  const gitDir = await findGitFolder(folder)
  if (gitDir === undefined) return undefined
  const head = (await readSmallFile(join(gitDir, 'HEAD'), HEAD_BYTES))?.trim()
  if (!head) return undefined
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1]
  // Repositories with reftables keep this placeholder in HEAD.
  if (branch !== undefined) return branch === '.invalid' ? undefined : branch
  return /^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 7) : undefined
}

/** The `.git` folder git would use here, a linked worktree's own included; undefined outside a repository. */
export async function findGitFolder(folder: string): Promise<string | undefined> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const candidate = join(at, '.git')
    const found = await stat(candidate).catch(() => undefined)
    if (found?.isDirectory()) return candidate
    if (found?.isFile()) {
      const target = /^gitdir: (.+)$/m.exec((await readSmallFile(candidate, HEAD_BYTES)) ?? '')?.[1]
      return target === undefined ? undefined : resolve(at, target.trim())
    }
    if (dirname(at) === at) return undefined
  }
}
