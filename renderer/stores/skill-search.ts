import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { FoundSkill } from '../../core/contract/skill-registries.ts'
import { useConnection } from '../rpc/index.ts'

/** What the registries said to the last question. */
export const useSkillSearchStore = defineStore('skill-search', () => {
  const { client } = useConnection()
  /** What `found` answers to. */
  const word = shallowRef('')
  const found = shallowRef<{ readonly skills: readonly FoundSkill[]; readonly problems: readonly WireError[] }>()
  let asking: AbortController | undefined

  /** Empty: all there are. */
  async function ask(wanted: string): Promise<void> {
    const own = new AbortController()
    asking = own
    try {
      found.value = await client.skills.search({ word: wanted }, { signal: own.signal })
      word.value = wanted
    } catch (error) {
      // Who stopped it knows.
      if (!own.signal.aborted) throw error
    }
  }

  return { word, found, ask, stop: () => asking?.abort() }
})
