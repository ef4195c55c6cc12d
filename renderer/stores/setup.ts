import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { SetupItem, SetupResult } from '../../core/contract/setup.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** What other products on this machine keep for the person. */
export const useSetupStore = defineStore('setup', () => {
  const { client } = useConnection()
  /** Undefined until first looked. */
  const items = shallowRef<readonly SetupItem[]>()
  const isTruncated = shallowRef(false)
  const results = shallowRef<ReadonlyMap<string, SetupResult>>()
  const error = shallowRef<WireError>()
  const isBringing = shallowRef(false)

  async function look(): Promise<void> {
    items.value = undefined
    results.value = undefined
    error.value = undefined
    try {
      const found = await client.setup.find({})
      items.value = found.items
      isTruncated.value = found.isTruncated
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  async function bring(ids: readonly string[]): Promise<void> {
    if (isBringing.value) return
    isBringing.value = true
    error.value = undefined
    try {
      const answer = await client.setup.bring({ ids: [...ids] })
      results.value = new Map(answer.results.map((one) => [one.id, one]))
    } catch (failure) {
      error.value = failureOf(failure)
    } finally {
      isBringing.value = false
    }
  }

  return { items, isTruncated, results, error, isBringing, look, bring }
})
