import { computed } from 'vue'
import type { GitFileState } from '../../../core/contract/git.ts'
import { foldersAbove } from '../../lib/file-tree.ts'
import { useChangesStore } from '../../stores/changes.ts'
import { useGitStore } from '../../stores/git.ts'
import { useSessionViewStore } from '../../stores/session-view.ts'

export interface FileMarks {
  readonly git: GitFileState | undefined
  /** What the agent did with it in the shown session. */
  readonly agent: 'created' | 'changed' | 'read' | undefined
  /** Something below a folder changed. */
  readonly inside: boolean
}

/** What is known of a path from the repository and from the session. */
export function useFileMarks(): (path: string) => FileMarks {
  const git = useGitStore()
  const changes = useChangesStore()
  const sessionView = useSessionViewStore()

  const states = computed<ReadonlyMap<string, GitFileState>>(() => {
    const { prefix = '', files = [] } = git.status ?? {}
    const own = files.filter(({ path }) => path.startsWith(prefix))
    return new Map(own.map(({ path, state }) => [path.slice(prefix.length), state]))
  })
  const deeds = computed<ReadonlyMap<string, FileMarks['agent']>>(() => {
    const read = (sessionView.view?.rows ?? []).flatMap((row) =>
      row.kind === 'tool' && row.category === 'read' && row.state === 'done' && row.meta.path !== undefined ? [row.meta.path] : [],
    )
    const changed = changes.files.filter(({ state }) => state !== 'reverted')
    return new Map([
      ...read.map((path) => [path, 'read'] as const),
      ...changed.map(({ path, created }) => [path, created ? 'created' : 'changed'] as const),
    ])
  })
  const above = computed(() => {
    const changed = [...deeds.value].flatMap(([path, deed]) => (deed === 'read' ? [] : [path]))
    return new Set([...states.value.keys(), ...changed].flatMap(foldersAbove))
  })

  return (path) => ({ git: states.value.get(path), agent: deeds.value.get(path), inside: above.value.has(path) })
}
