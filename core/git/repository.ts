import { AppError } from '../contract/errors.ts'
import type { GitStatus } from '../contract/git.ts'
import { run, whereIs, type RunDeps } from './run-git.ts'
import { noStatus, readStatus, topOf } from './status.ts'

/** Of the staged diff a proposed message is made from. */
const MAX_DIFF_CHARS = 40_000

export interface RepositoryDeps {
  readonly env: RunDeps['env']
  /** What a child gets, and whether a person trusts the folder and what its git would run; without it not even git runs. */
  readonly place: () => Promise<{ childEnv: RunDeps['childEnv']; isTrusted: boolean }>
}

/** What the window does with a project's repository. Every method throws `AppError('git.*')`. */
export interface Repository {
  status(signal: AbortSignal): Promise<GitStatus>
  stage(paths: readonly string[], staged: boolean, signal: AbortSignal): Promise<GitStatus>
  /** Of what is staged, cut at 40,000 characters, with a list of all files before it. */
  stagedDiff(signal: AbortSignal): Promise<string>
  commit(message: string, signal: AbortSignal): Promise<{ commit: string; subject: string }>
  createBranch(name: string, signal: AbortSignal): Promise<GitStatus>
  push(signal: AbortSignal): Promise<GitStatus>
  openPullRequest(request: { title: string; body: string; isDraft: boolean }, signal: AbortSignal): Promise<{ url: string }>
}

export function createRepository(projectRoot: string, { env, place }: RepositoryDeps): Repository {
  async function opened(signal: AbortSignal): Promise<{ deps: RunDeps; top: string }> {
    const { childEnv, isTrusted } = await place()
    if (!isTrusted) throw new AppError('git.not_ready')
    const deps = { env, childEnv }
    const top = await topOf(projectRoot, deps, signal)
    if (top === undefined) throw new AppError('git.not_ready')
    return { deps, top }
  }

  async function pushIn(deps: RunDeps, top: string, signal: AbortSignal): Promise<GitStatus> {
    const { branch, upstream } = await readStatus({ top, projectRoot }, deps, signal)
    if (branch === null) throw new AppError('git.no_branch')
    const args = upstream === null ? ['push', '--set-upstream', 'origin', `refs/heads/${branch}`] : ['push']
    await run({ program: 'git', args, cwd: top }, deps, signal)
    return readStatus({ top, projectRoot }, deps, signal)
  }

  return {
    async status(signal) {
      const { childEnv, isTrusted } = await place()
      if (!isTrusted) return { state: 'untrusted', ...noStatus }
      const deps = { env, childEnv }
      if ((await whereIs('git', deps)) === undefined) return { state: 'no_git', ...noStatus }
      const top = await topOf(projectRoot, deps, signal)
      return top === undefined ? { state: 'none', ...noStatus } : readStatus({ top, projectRoot }, deps, signal)
    },
    async stage(paths, staged, signal) {
      const { deps, top } = await opened(signal)
      await run({ program: 'git', args: [...(staged ? ['add', '--all'] : ['reset', '--quiet']), '--', ...paths], cwd: top }, deps, signal)
      return readStatus({ top, projectRoot }, deps, signal)
    },
    async stagedDiff(signal) {
      const { deps, top } = await opened(signal)
      const plain = ['diff', '--cached', '--no-ext-diff', '--no-textconv', '--no-color']
      const { text: list } = await run({ program: 'git', args: [...plain, '--stat=120'], cwd: top }, deps, signal)
      if (list.trim() === '') throw new AppError('git.nothing_staged')
      const { text: diff } = await run({ program: 'git', args: plain, cwd: top }, deps, signal)
      return `${list}\n${diff}`.slice(0, MAX_DIFF_CHARS)
    },
    async commit(message, signal) {
      const { deps, top } = await opened(signal)
      const { files } = await readStatus({ top, projectRoot }, deps, signal)
      if (!files.some(({ staged }) => staged)) throw new AppError('git.nothing_staged')
      await run({ program: 'git', args: ['commit', '--quiet', '--file=-', '--cleanup=strip'], cwd: top, input: message }, deps, signal)
      const { text } = await run({ program: 'git', args: ['log', '-1', '--format=%h%x00%s'], cwd: top }, deps, signal)
      const [commit = '', subject = ''] = text.trim().split('\0')
      return { commit, subject }
    },
    async createBranch(name, signal) {
      const { deps, top } = await opened(signal)
      const { code } = await run(
        { program: 'git', args: ['check-ref-format', '--branch', name], cwd: top, alsoFine: [1, 128] },
        deps,
        signal,
      )
      if (code !== 0) throw new AppError('git.bad_branch', { params: { name } })
      await run({ program: 'git', args: ['switch', '--quiet', '--create', name], cwd: top }, deps, signal)
      return readStatus({ top, projectRoot }, deps, signal)
    },
    async push(signal) {
      const { deps, top } = await opened(signal)
      return pushIn(deps, top, signal)
    },
    async openPullRequest({ title, body, isDraft }, signal) {
      const { deps, top } = await opened(signal)
      if ((await whereIs('gh', deps)) === undefined) throw new AppError('git.no_pull_requests')
      await pushIn(deps, top, signal)
      const args = ['pr', 'create', '--title', title, '--body-file', '-', ...(isDraft ? ['--draft'] : [])]
      const { text } = await run({ program: 'gh', args, cwd: top, input: body }, deps, signal)
      return { url: text.trim().split('\n').at(-1) ?? '' }
    },
  }
}
