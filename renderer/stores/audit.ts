import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AuditFilter, AuditRow } from '../../core/contract/audit.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'

/** What was done, a page at a time. */
export const useAuditStore = defineStore('audit', () => {
  const { client } = useConnection()
  const filter = shallowRef<AuditFilter>({})
  const rows = shallowRef<readonly AuditRow[]>()
  const hasMore = shallowRef(false)
  const lost = shallowRef(0)
  const error = shallowRef<WireError>()
  let asked = 0

  /** The newest page, or the one behind the rows that are there. */
  async function load(goesOn = false): Promise<void> {
    const id = (asked += 1)
    const before = goesOn ? rows.value?.at(-1)?.id : undefined
    try {
      const answer = await client.audit.list({ ...filter.value, ...(before !== undefined && { before }) })
      if (id !== asked) return
      rows.value = before === undefined ? answer.rows : [...(rows.value ?? []), ...answer.rows]
      hasMore.value = answer.hasMore
      lost.value = answer.lost
      error.value = undefined
    } catch (failure) {
      if (id === asked) error.value = failureOf(failure)
    }
  }

  function choose(next: AuditFilter): void {
    filter.value = next
    rows.value = undefined
    void load()
  }

  /** Every row the filter lets through, as JSON lines. */
  async function exportLines(): Promise<string> {
    const lines: string[] = []
    for (let before: number | undefined; ;) {
      const answer = await client.audit.list({ ...filter.value, ...(before !== undefined && { before }) })
      lines.push(...answer.rows.map((row) => `${JSON.stringify(row)}\n`))
      before = answer.rows.at(-1)?.id
      if (!answer.hasMore || before === undefined) return lines.join('')
    }
  }

  return { filter, rows, hasMore, lost, error, load, choose, exportLines }
})
