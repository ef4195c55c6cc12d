import { z } from 'zod'
import { method } from './method.ts'

export const GitFileState = z.enum(['added', 'modified', 'deleted', 'renamed', 'untracked', 'conflict'])
export type GitFileState = z.infer<typeof GitFileState>

export const GitFile = z.object({
  /** Relative to the repository's top, with `/`. */
  path: z.string(),
  state: GitFileState,
  /** Something of it goes into the next commit. */
  staged: z.boolean(),
  /** Something of it does not. */
  unstaged: z.boolean(),
})
export type GitFile = z.infer<typeof GitFile>

/** `none`: no repository. `untrusted`: nobody trusts the folder, so not even git runs in it. `no_git`: there is no git here. */
export const GitStatus = z.object({
  state: z.enum(['ready', 'none', 'untrusted', 'no_git']),
  /** From the repository's top to the project's folder, with `/` at its end; empty where they are the same. */
  prefix: z.string(),
  /** null: no branch is checked out. */
  branch: z.string().nullable(),
  upstream: z.string().nullable(),
  /** Commits the upstream does not have; 0 without one. */
  ahead: z.number().int(),
  behind: z.number().int(),
  /** At most 2,000. */
  files: z.array(GitFile),
  isTruncated: z.boolean(),
  hasRemote: z.boolean(),
  /** GitHub's own program is there, so a pull request can be opened. */
  hasPullRequests: z.boolean(),
})
export type GitStatus = z.infer<typeof GitStatus>

const paths = z.array(z.string().min(1).max(4_000)).min(1).max(2_000)
const message = z.string().trim().min(1).max(20_000)

/** The repository of the window's project, through the person's own git. `git.*` errors; `project.none` in Home. */
export const git = {
  status: method({ input: z.object({}), output: GitStatus }),
  /** Puts files, as they are now, into the next commit, or takes them out again. */
  stage: method({ input: z.object({ paths, staged: z.boolean() }), output: GitStatus }),
  /** A message for what is staged, by the session's small model. Nothing is committed. */
  proposeMessage: method({ input: z.object({ sessionId: z.string() }), output: z.object({ message: z.string() }) }),
  /** Commits what is staged; the repository's own hooks run. */
  commit: method({ input: z.object({ message }), output: z.object({ commit: z.string(), subject: z.string() }) }),
  /** A new branch from here, checked out. */
  createBranch: method({ input: z.object({ name: z.string().trim().min(1).max(200) }), output: GitStatus }),
  /** Sends the branch to its upstream, to `origin` under its own name where it has none. */
  push: method({ input: z.object({}), output: GitStatus }),
  /** Pushes the branch and opens a pull request for it. */
  openPullRequest: method({
    input: z.object({
      title: z.string().trim().min(1).max(250),
      body: z.string().max(60_000).default(''),
      isDraft: z.boolean().default(false),
    }),
    output: z.object({ url: z.string() }),
  }),
}
