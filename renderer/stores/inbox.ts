import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { WaitingApproval } from '../../core/contract/sessions.ts'
import { useConnection } from '../rpc/index.ts'
import { inboxItems } from './inbox-items.ts'
import { useSessionsStore } from './sessions.ts'

/** What waits for the person in any session of this window's project. */
export const useInboxStore = defineStore('inbox', () => {
  const { client } = useConnection()
  const sessions = useSessionsStore()
  const approvals = shallowRef<readonly WaitingApproval[]>([])
  let asked = 0

  const items = computed(() => inboxItems(approvals.value, sessions.list ?? []))
  /** Things that wait, as the sessions count them: this is current before the list above is. */
  const count = computed(() => (sessions.list ?? []).reduce((sum, { waiting }) => sum + waiting, 0))

  async function load(): Promise<void> {
    asked += 1
    const mine = asked
    // Where it fails the session list says so, and the next change asks again.
    const found = count.value === 0 ? [] : await client.approvals.list({}).catch(() => undefined)
    if (found && mine === asked) approvals.value = found
  }

  const waiting = (): string => (sessions.list ?? []).map((one) => (one.waiting > 0 ? `${one.id} ${one.waiting}` : '')).join()
  onScopeDispose(watch(waiting, load))

  return { items, count }
})
