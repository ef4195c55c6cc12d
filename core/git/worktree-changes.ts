import { copyFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '../base/ids.ts'
import type { WorktreeFile } from '../contract/tasks.ts'
import type { WorktreePlace } from '../storage/types.ts'
import type { MainTree } from './open-worktrees.ts'

const MAX_DIFF_BYTES = 400_000
/** Of a commit that nobody sees: the person may have none set. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'MewCode',
  GIT_AUTHOR_EMAIL: 'mewcode@localhost',
  GIT_COMMITTER_NAME: 'MewCode',
  GIT_COMMITTER_EMAIL: 'mewcode@localhost',
} as const

/** What a worktree holds now, as objects of the repository; its own index and files are left as they are. */
export interface Snapshot {
  readonly tree: string
  /** Where its HEAD stands. */
  readonly head: string
  readonly headTree: string
}

export async function takeSnapshot(main: MainTree, place: WorktreePlace): Promise<Snapshot> {
  const index = path.join(place.gitDir, `mewcode-${newId()}.index`)
  const variables = { GIT_INDEX_FILE: index }
  try {
    await copyFile(path.join(place.gitDir, 'index'), index)
    const copied = await namedForWorktrees(main, (args) => main.inside(place, args))
    await main.inside(place, ['add', '--all'], { variables })
    if (copied.length > 0)
      await main.inside(place, ['update-index', '--force-remove', '-z', '--stdin'], { variables, input: copied.join('\0') })
    const { text: tree } = await main.inside(place, ['write-tree'], { variables })
    const { text: head } = await main.inside(place, ['rev-parse', 'HEAD', 'HEAD^{tree}'])
    const [commit = '', headTree = ''] = head.trim().split('\n')
    return { tree: tree.trim(), head: commit, headTree }
  } finally {
    await rm(index, { force: true })
  }
}

/** Untracked files that `.worktreeinclude` names, by its path from the top. */
export async function namedForWorktrees(main: MainTree, git: (args: readonly string[]) => Promise<{ text: string }>): Promise<string[]> {
  const list = path.join(main.top, '.worktreeinclude')
  const { text } = await git(['ls-files', '-z', '--others', '--ignored', `--exclude-from=${list}`]).catch(() => ({ text: '' }))
  // A repository of its own ends with a slash.
  return text.split('\0').filter((file) => file !== '' && !file.endsWith('/') && !`/${file}`.includes('/.mewcode/worktrees/'))
}

/** The snapshot as a commit; `message` undefined: only to try something with. */
export async function commitOf(main: MainTree, { tree, head, headTree }: Snapshot, message: string | undefined): Promise<string> {
  if (tree === headTree) return head
  const { text } = await main.git(['commit-tree', tree, '-p', head, '-F', '-'], {
    input: message ?? 'worktree',
    ...(message === undefined && { variables: NOBODY }),
  })
  return text.trim()
}

/** `commit` put together with the project's HEAD; `conflicts` are the files that cannot be. Writes no file of the project. */
export async function tryMerge(main: MainTree, commit: string): Promise<{ tree: string; conflicts: readonly string[] }> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', 'HEAD', commit]
  const { text, code } = await main.git(args, { alsoFine: [1] })
  const [tree = '', ...files] = text.split('\0')
  return { tree: tree.trim(), conflicts: code === 0 ? [] : [...new Set(files.filter((file) => file !== ''))] }
}

export async function readDiff(
  main: MainTree,
  from: string,
  to: string,
): Promise<{ files: WorktreeFile[]; diff: string; isTruncated: boolean }> {
  const diff = ['diff', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
  const [names, counts, text] = await Promise.all([
    main.git([...diff, '--name-status', '-z', from, to]),
    main.git([...diff, '--numstat', '-z', from, to]),
    main.git([...diff, from, to], { cutAt: MAX_DIFF_BYTES }),
  ])
  return { files: filesOf(names.text, counts.text), diff: text.text, isTruncated: text.isCut }
}

export async function changedFiles(main: MainTree, from: string, to: string): Promise<string[]> {
  const { text } = await main.git(['diff', '--no-renames', '--name-only', '-z', from, to])
  return text.split('\0').filter((file) => file !== '')
}

const states: Readonly<Record<string, WorktreeFile['status']>> = { A: 'added', D: 'deleted' }

function filesOf(names: string, counts: string): WorktreeFile[] {
  const lines = new Map(
    counts.split('\0').flatMap((record) => {
      const [additions = '', deletions = '', file] = record.split('\t')
      return file === undefined ? [] : [[file, { additions: Number(additions) || 0, deletions: Number(deletions) || 0 }] as const]
    }),
  )
  const fields = names.split('\0')
  return fields.flatMap((mark, at) => {
    const file = fields[at + 1]
    if (at % 2 !== 0 || mark === '' || file === undefined) return []
    return [{ path: file, status: states[mark] ?? 'modified', ...(lines.get(file) ?? { additions: 0, deletions: 0 }) }]
  })
}
