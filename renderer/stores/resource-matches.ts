import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { McpResourceMatch } from '../../core/contract/mcp-content.ts'
import { useConnection } from '../rpc/index.ts'

/** Resources of MCP servers by a part of their name. */
export const useResourceMatchesStore = defineStore('resource-matches', () => {
  const { client } = useConnection()
  const matches = shallowRef<readonly McpResourceMatch[]>([])
  /** What they answer; while the next answer is on its way this is an older one. */
  const query = shallowRef('')
  let asking: AbortController | undefined

  /** The newest question wins. */
  async function ask(wanted: string): Promise<void> {
    asking?.abort()
    const { signal } = (asking = new AbortController())
    try {
      const found = await client.mcpContent.find({ query: wanted, limit: 10 }, { signal })
      matches.value = found
      query.value = wanted
    } catch {
      // A suggestion that does not come is no error of the message being written.
      if (!signal.aborted) matches.value = []
    }
  }

  return { matches, query, ask }
})
