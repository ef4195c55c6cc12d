import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

export type ApprovalChoice = 'once' | 'session' | 'always' | 'no'

/** What waits for a person in the shown session. The core holds the question; this only carries the answer. */
export const useApprovalsStore = defineStore('approvals', () => {
  const { client } = useConnection()
  const sessionView = useSessionViewStore()
  const open = computed(() => sessionView.view?.approvals ?? [])
  const answering = shallowRef<ReadonlySet<string>>(new Set())
  const errors = shallowRef<ReadonlyMap<string, WireError>>(new Map())

  /** Why the last answer came to nothing, when its question is gone. */
  const late = shallowRef<WireError>()

  /** `words`: of a no, why; of an always, the rule to keep. */
  async function answer(approvalId: string, decision: ApprovalChoice, words = ''): Promise<void> {
    if (answering.value.has(approvalId)) return
    answering.value = new Set([...answering.value, approvalId])
    late.value = undefined
    errors.value = new Map([...errors.value].filter(([id]) => id !== approvalId))
    try {
      const said = words.trim()
      const more = said === '' ? {} : decision === 'always' ? { rule: said } : { reason: said }
      await client.approvals.answer({ approvalId, decision, ...more })
    } catch (failure) {
      errors.value = new Map([...errors.value, [approvalId, failureOf(failure)]])
      // Settled elsewhere, perhaps: the snapshot says what is still open.
      await sessionView.reload()
      if (!open.value.some((approval) => approval.approvalId === approvalId)) late.value = failureOf(failure)
    } finally {
      answering.value = new Set([...answering.value].filter((id) => id !== approvalId))
    }
  }

  watch(
    () => [sessionView.sessionId, sessionView.view?.turn?.turnId],
    ([session, turn], [sessionBefore]) => {
      if (session !== sessionBefore || turn !== undefined) late.value = undefined
    },
  )

  return { open, answering, errors, late, answer }
})
