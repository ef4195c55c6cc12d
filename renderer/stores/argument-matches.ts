import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { useConnection } from '../rpc/index.ts'
import type { PromptArgument } from '../lib/prompt-argument.ts'

/** What a server says may be typed for an argument of its prompt. */
export const useArgumentMatchesStore = defineStore('argument-matches', () => {
  const { client } = useConnection()
  const values = shallowRef<readonly string[]>([])
  let asking: AbortController | undefined

  /** The newest question wins. */
  async function ask({ server, prompt, argument, value, given }: PromptArgument): Promise<void> {
    asking?.abort()
    const { signal } = (asking = new AbortController())
    values.value = []
    try {
      const of = { kind: 'prompt', prompt } as const
      values.value = (await client.mcpContent.complete({ name: server, of, argument, value, given: { ...given } }, { signal })).values
    } catch {
      // A suggestion that does not come is no error of the message being written.
      if (!signal.aborted) values.value = []
    }
  }

  return { values, ask }
})
