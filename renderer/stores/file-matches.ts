import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FileMatch } from '../../core/contract/workspace.ts'
import { useConnection } from '../rpc/index.ts'

/** While the folder's first list is being made, the same question is asked again so often. */
const AGAIN_MS = 300

/** Files and folders of the project by a part of their name, for the message and the palette. */
export const useFileMatchesStore = defineStore('file-matches', () => fileMatches(20))

/** The same for the tree's filter, which stays on the screen beside them. */
export const useFileFilterStore = defineStore('file-filter', () => fileMatches(100))

function fileMatches(limit: number) {
  const { client } = useConnection()
  const matches = shallowRef<readonly FileMatch[]>([])
  const isIndexing = shallowRef(false)
  /** What they answer; while the next answer is on its way this is an older one. */
  const query = shallowRef('')
  let asking: AbortController | undefined

  /** The newest question wins; one that fails leaves the list as it was. */
  async function ask(wanted: string): Promise<void> {
    asking?.abort()
    const { signal } = (asking = new AbortController())
    try {
      const answer = await client.workspace.files({ query: wanted, limit }, { signal })
      matches.value = answer.matches
      query.value = wanted
      isIndexing.value = answer.indexing
      // Who waits for a list types nothing that would ask again.
      if (answer.indexing) setTimeout(() => !signal.aborted && void ask(wanted), AGAIN_MS)
    } catch {
      // A suggestion that does not come is no error of the message being written.
      if (!signal.aborted) matches.value = []
    }
  }

  return { matches, query, isIndexing, ask }
}
