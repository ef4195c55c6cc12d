import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { CallCount, UsageRow } from '../../core/contract/usage.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

const SUMS = ['day', 'model', 'project', 'agent', 'session'] as const
const CALLS = ['tool', 'server', 'skill', 'hook'] as const

export type UsageGrouping = (typeof SUMS)[number] | (typeof CALLS)[number]
export type UsageRange = '7' | '30' | '90'

type Calls = (typeof CALLS)[number]
const isCalls = (by: UsageGrouping): by is Calls => CALLS.some((one) => one === by)

/** Tokens and money over all folders, or by session of this one; calls of tools, servers, skills and hooks. */
export const useUsageStore = defineStore('usage', () => {
  const { client } = useConnection()
  const by = shallowRef<UsageGrouping>('day')
  const range = shallowRef<UsageRange>('30')
  const rows = shallowRef<readonly UsageRow[]>()
  const calls = shallowRef<readonly CallCount[]>()
  const budgets = shallowRef<Awaited<ReturnType<typeof client.usage.budgets>>>()
  const error = shallowRef<WireError>()
  let asked = 0

  async function loadBudgets(): Promise<void> {
    budgets.value = await client.usage.budgets({})
  }

  async function load(): Promise<void> {
    const mine = (asked += 1)
    const wanted = by.value
    const days = Number(range.value)
    error.value = undefined
    try {
      const limits = await client.usage.budgets({})
      const counted = isCalls(wanted) ? await client.usage.calls({ by: wanted, days }) : undefined
      const summed = isCalls(wanted) ? undefined : await client.usage.report(wanted === 'session' ? { by: wanted } : { by: wanted, days })
      if (mine !== asked) return
      budgets.value = limits
      calls.value = counted
      rows.value = summed
    } catch (failure) {
      if (mine === asked) error.value = failureOf(failure)
    }
  }

  function show(next: { by?: UsageGrouping; range?: UsageRange }): void {
    by.value = next.by ?? by.value
    range.value = next.range ?? range.value
    rows.value = undefined
    calls.value = undefined
    void load()
  }

  return { by, range, rows, calls, budgets, error, load, loadBudgets, show }
})
