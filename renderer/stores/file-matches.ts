import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { FileMatch } from '../../core/contract/workspace.ts'
import { useConnection } from '../rpc/index.ts'

/** Files and folders of the project by a part of their name. */
export const useFileMatchesStore = defineStore('file-matches', () => {
  const { client } = useConnection()
  const matches = shallowRef<readonly FileMatch[]>([])
  const isIndexing = shallowRef(false)
  let asking: AbortController | undefined

  /** The newest question wins; one that fails leaves the list as it was. */
  async function ask(query: string): Promise<void> {
    asking?.abort()
    const { signal } = (asking = new AbortController())
    try {
      const answer = await client.workspace.files({ query, limit: 20 }, { signal })
      matches.value = answer.matches
      isIndexing.value = answer.indexing
    } catch {
      // A suggestion that does not come is no error of the message being written.
      if (!signal.aborted) matches.value = []
    }
  }

  return { matches, isIndexing, ask }
})
