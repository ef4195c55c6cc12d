import { mkdir, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../contract/errors.ts'
import { writeFileAtomic } from '../platform/index.ts'
import type { WorktreePlace } from '../storage/types.ts'
import { run, type Command, type RunDeps } from './run-git.ts'
import { topOf } from './status.ts'

const FOLDER = '.mewcode/worktrees'

export function worktreesFolder(projectRoot: string): string {
  return path.join(projectRoot, FOLDER)
}

/** What every git program here is run with: nothing of a worktree's may start anything. */
const QUIET = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'submodule.recurse=false']

/** Runs git in the project's repository. */
export interface MainTree {
  /** Of the repository. */
  readonly top: string
  /** From there to the project's folder; empty where they are the same. */
  readonly prefix: string
  /** Where worktrees lie. */
  readonly folder: string
  git(args: readonly string[], more?: Partial<Omit<Command, 'args' | 'program'>>): Promise<{ text: string; code: number; isCut: boolean }>
  /** The same in a worktree, found by the repository and not by what lies in the worktree: the agent may have changed that. */
  inside(place: WorktreePlace, args: readonly string[], more?: Partial<Command>): Promise<{ text: string; code: number; isCut: boolean }>
}

/** `AppError('worktree.not_ready')` where the folder lies in no repository. */
export async function openMainTree(projectRoot: string, deps: RunDeps, signal: AbortSignal): Promise<MainTree> {
  const found = await topOf(projectRoot, deps, signal)
  if (found === undefined) throw new AppError('worktree.not_ready')
  const top = await realpath(found)
  const git: MainTree['git'] = (args, more = {}) => run({ program: 'git', cwd: top, ...more, args: [...QUIET, ...args] }, deps, signal)
  return {
    top,
    prefix: path.relative(top, projectRoot),
    folder: worktreesFolder(projectRoot),
    git,
    inside: (place, args, more = {}) =>
      git([`--git-dir=${place.gitDir}`, `--work-tree=${place.path}`, ...args], { ...more, cwd: place.path }),
  }
}

/** The folder worktrees are made in, which neither git nor a search looks into. `AppError('worktree.place')` where a link leads away. */
export async function prepareFolder({ top, prefix, folder, git }: MainTree): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await realpath(folder)) !== folder) throw new AppError('worktree.place', { params: { path: folder } })
  const { text } = await git(['rev-parse', '--git-path', 'info/exclude'])
  const file = path.resolve(top, text.trim())
  const before = await readFile(file, 'utf8').catch(() => '')
  const at = prefix === '' ? '' : `${prefix.split(path.sep).join('/')}/`
  const missing = [`/${at}${FOLDER}/`, `/${at}.mewcode/settings.local.yaml`].filter((line) => !before.split(/\r?\n/).includes(line))
  if (missing.length === 0) return
  await mkdir(path.dirname(file), { recursive: true })
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  await writeFileAtomic(file, Buffer.from(`${start}${missing.join('\n')}\n`))
}
