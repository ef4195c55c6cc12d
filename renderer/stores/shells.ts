import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { Shell } from '../../core/contract/shells.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

/** Commands that run beside the shown session. */
export const useShellsStore = defineStore('shells', () => {
  const { client } = useConnection()
  const sessionView = useSessionViewStore()
  const stopping = shallowRef<ReadonlySet<string>>(new Set())
  const errors = shallowRef<ReadonlyMap<string, WireError>>(new Map())

  const list = computed<readonly Shell[]>(() => (sessionView.view?.shells ?? []).toReversed())
  const running = computed(() => list.value.filter(({ state }) => state === 'running').length)

  async function stop(shellId: string): Promise<void> {
    const sessionId = sessionView.sessionId
    if (!sessionId || stopping.value.has(shellId)) return
    stopping.value = new Set([...stopping.value, shellId])
    errors.value = new Map([...errors.value].filter(([id]) => id !== shellId))
    try {
      await client.shells.stop({ sessionId, shellId })
    } catch (failure) {
      errors.value = new Map([...errors.value, [shellId, failureOf(failure)]])
    } finally {
      stopping.value = new Set([...stopping.value].filter((id) => id !== shellId))
    }
  }

  return { list, running, stopping, errors, stop }
})
