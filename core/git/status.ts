import path from 'node:path'
import type { GitFile, GitFileState, GitStatus } from '../contract/git.ts'
import { run, whereIs, type RunDeps } from './run-git.ts'

const MAX_FILES = 2_000

export const noStatus: Omit<GitStatus, 'state'> = {
  prefix: '',
  branch: null,
  upstream: null,
  ahead: 0,
  behind: 0,
  files: [],
  isTruncated: false,
  hasRemote: false,
  hasPullRequests: false,
}

/** The repository's top folder; undefined when the folder lies in none. */
export async function topOf(folder: string, deps: RunDeps, signal: AbortSignal): Promise<string | undefined> {
  const { text, code } = await run({ program: 'git', args: ['rev-parse', '--show-toplevel'], cwd: folder, alsoFine: [128] }, deps, signal)
  return code === 0 ? text.replace(/\r?\n$/, '') : undefined
}

/** What git says of a repository; `top` is its top folder. `AppError('git.failed')`. */
export async function readStatus(
  { top, projectRoot }: { top: string; projectRoot: string },
  deps: RunDeps,
  signal: AbortSignal,
): Promise<GitStatus> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all']
  const [{ text }, remotes, gh] = await Promise.all([
    run({ program: 'git', args, cwd: top }, deps, signal),
    run({ program: 'git', args: ['remote'], cwd: top }, deps, signal),
    whereIs('gh', deps),
  ])
  const { files, ...branch } = parseStatus(text)
  const below = path.relative(top, projectRoot).replaceAll(path.sep, '/')
  return {
    state: 'ready',
    prefix: below === '' ? '' : `${below}/`,
    ...branch,
    files: files.slice(0, MAX_FILES),
    isTruncated: files.length > MAX_FILES,
    hasRemote: remotes.text.trim() !== '',
    hasPullRequests: gh !== undefined,
  }
}

type Parsed = Pick<GitStatus, 'branch' | 'upstream' | 'ahead' | 'behind' | 'files'>

/** `git status --porcelain=v2 --branch -z` (git-scm.com/docs/git-status). */
export function parseStatus(text: string): Parsed {
  const parsed: Parsed = { branch: null, upstream: null, ahead: 0, behind: 0, files: [] }
  const records = text.split('\0')
  for (let at = 0; at < records.length; at += 1) {
    const record = records[at] ?? ''
    const head = /^# branch\.(head|upstream|ab) (.+)$/s.exec(record)
    if (head) readBranch(parsed, head[1] ?? '', head[2] ?? '')
    const file = fileOf(record)
    if (file) parsed.files.push(file)
    // The old name of a renamed one is a record of its own.
    if (record.startsWith('2 ')) at += 1
  }
  return parsed
}

function readBranch(parsed: Parsed, key: string, value: string): void {
  if (key === 'head') parsed.branch = value === '(detached)' ? null : value
  else if (key === 'upstream') parsed.upstream = value
  else {
    const counts = /^\+(\d+) -(\d+)$/.exec(value)
    parsed.ahead = Number(counts?.[1] ?? 0)
    parsed.behind = Number(counts?.[2] ?? 0)
  }
}

function fileOf(record: string): GitFile | undefined {
  if (record.startsWith('? ')) return { path: record.slice(2), state: 'untracked', staged: false, unstaged: true }
  // Fields before the path: 8 for a changed one, 9 for a renamed one, 10 for one in conflict.
  const found = /^(?:1 (..)(?: \S+){6}|2 (..)(?: \S+){7}|u (..)(?: \S+){8}) (.+)$/s.exec(record)
  if (!found) return undefined
  const marks = found[1] ?? found[2] ?? found[3] ?? '..'
  const isConflict = found[3] !== undefined
  return {
    path: found[4] ?? '',
    state: isConflict ? 'conflict' : stateOf(marks),
    staged: !isConflict && marks[0] !== '.',
    unstaged: isConflict || marks[1] !== '.',
  }
}

function stateOf(marks: string): GitFileState {
  if (marks.includes('R') || marks.includes('C')) return 'renamed'
  if (marks.includes('A')) return 'added'
  return marks.includes('D') ? 'deleted' : 'modified'
}
