import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '../contract/errors.ts'
import { resolveTarget } from '../permission/index.ts'
import { writeFileAtomic } from '../platform/atomic-file.ts'
import type { FileLocks } from '../platform/file-lock.ts'

/** Under which the answer is kept beside the folder's trusted items. */
export function answerKey(rule: string): string {
  return `answer#${createHash('sha256').update(rule).digest('hex')}`
}

/** Changes the project's own local settings. `AppError('config.unwritable')` where links lead out of the project. */
export async function writeLocalSettings(projectRoot: string, locks: FileLocks, change: (file: string) => Promise<void>): Promise<void> {
  const file = join(projectRoot, '.mewcode', 'settings.local.yaml')
  const real = await resolveTarget(file)
  if (real !== file) throw new AppError('config.unwritable', { params: { file, detail: 'a link stands in its way' } })
  await change(file)
  await locks.hold(`${projectRoot}#exclude`, () => leaveOutOfGit(projectRoot, file))
}

/**
 * Tells git to leave the file out, in the repository's own list and not in the `.gitignore` that others get. No git is
 * started for it, and no link is followed: the repository may be a stranger's.
 */
async function leaveOutOfGit(projectRoot: string, file: string): Promise<void> {
  const found = await repositoryOf(projectRoot)
  if (!found) return
  const list = join(found.git, 'info', 'exclude')
  if ((await resolveTarget(list)) !== list) return
  const line = `/${relative(found.top, file).split(sep).join('/')}`
  const before = await readFile(list, 'utf8').catch(() => '')
  if (before.split(/\r?\n/).includes(line)) return
  const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`
  // Without the folder there is no list; the rule is kept all the same.
  await writeFileAtomic(list, Buffer.from(text)).catch(() => undefined)
}

/** The working tree that holds the folder and its `.git`; of a further worktree the one it shares. */
async function repositoryOf(folder: string): Promise<{ top: string; git: string } | undefined> {
  for (let top = folder; ; top = dirname(top)) {
    const git = join(top, '.git')
    const stats = await stat(git).catch(() => undefined)
    if (stats?.isDirectory()) return { top, git: await realpath(git) }
    if (stats?.isFile()) {
      const shared = await sharedGit(top, git)
      return shared === undefined ? undefined : { top, git: shared }
    }
    if (dirname(top) === top) return undefined
  }
}

/** A worktree's `.git` is a file that names its folder, and that names the shared one. A file can say anything: only a real `.git` counts. */
async function sharedGit(top: string, file: string): Promise<string | undefined> {
  const named = /^gitdir: (.+)$/m.exec(await readFile(file, 'utf8').catch(() => ''))?.[1]
  if (named === undefined) return undefined
  const own = resolve(top, named)
  const common = (await readFile(join(own, 'commondir'), 'utf8').catch(() => '')).trim()
  if (common === '') return undefined
  const shared = await realpath(isAbsolute(common) ? common : resolve(own, common)).catch(() => undefined)
  return shared !== undefined && shared.endsWith(`${sep}.git`) ? shared : undefined
}
