import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { UsageRow } from '../../core/contract/usage.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

export type UsageGrouping = 'day' | 'session'

/** Tokens and money by day over all folders, or by session of this one. */
export const useUsageStore = defineStore('usage', () => {
  const { client } = useConnection()
  const app = useAppStore()
  const by = shallowRef<UsageGrouping>('day')
  const rows = shallowRef<readonly UsageRow[]>()
  const error = shallowRef<WireError>()

  async function load(): Promise<void> {
    const wanted = app.project ? by.value : 'day'
    try {
      const answer = await client.usage.report(wanted === 'day' ? { by: 'day', days: 30 } : { by: 'session' })
      if (wanted === (app.project ? by.value : 'day')) rows.value = answer
      error.value = undefined
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  function group(next: UsageGrouping): void {
    by.value = next
    rows.value = undefined
    void load()
  }

  return { by, rows, error, load, group }
})
