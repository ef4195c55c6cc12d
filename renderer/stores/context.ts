import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { ContextUse } from '../../core/contract/context.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'
import { useSessionViewStore } from './session-view.ts'

/** What fills the model's window in the shown session. Asked for only while somebody looks. */
export const useContextStore = defineStore('context', () => {
  const { client, onEvent } = useConnection()
  const sessionView = useSessionViewStore()
  const use = shallowRef<ContextUse>()
  const error = shallowRef<WireError>()
  const isLooking = shallowRef(false)
  const compaction = useAttempt()
  let loading: AbortController | undefined

  const isCompacting = computed(() => sessionView.view?.compacting !== undefined || compaction.busy.value)

  async function load(): Promise<void> {
    const sessionId = sessionView.sessionId
    loading?.abort()
    if (sessionId === undefined) return
    const { signal } = (loading = new AbortController())
    try {
      use.value = await client.sessions.context({ sessionId }, { signal })
      error.value = undefined
    } catch (failure) {
      if (signal.aborted) return
      const wire = failureOf(failure)
      if (wire.code !== 'rpc.closed') error.value = wire
    }
  }

  /** Sums the conversation up; true when it was, false when that was stopped or failed. */
  async function compact(focus: string): Promise<boolean> {
    const sessionId = sessionView.sessionId
    let isDone = false
    if (sessionId === undefined) return isDone
    await compaction.run(async () => {
      const { kind } = await client.sessions.compact({ sessionId, ...(focus.trim() !== '' && { focus: focus.trim() }) })
      isDone = kind === 'done'
    })
    return isDone
  }

  function stop(): void {
    const sessionId = sessionView.sessionId
    // The compaction itself tells what became of it.
    if (sessionId) client.turns.cancel({ sessionId }).catch(() => undefined)
  }

  watch(
    () => [isLooking.value, sessionView.sessionId],
    ([looks, id], [, before]) => {
      if (id !== before) {
        use.value = undefined
        compaction.forgive()
      }
      if (looks) void load()
    },
  )
  onScopeDispose(
    onEvent((event) => {
      if (!isLooking.value || !('sessionId' in event) || event.sessionId !== sessionView.sessionId) return
      if (event.type === 'usage' || event.type === 'compact.finished' || event.type === 'turn.finished') void load()
    }),
  )

  return { use, error, isLooking, isCompacting, compactError: compaction.error, load, compact, stop }
})
