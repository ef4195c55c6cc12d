import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { z } from 'zod'
import type { WireError } from '../../core/contract/errors.ts'
import type { ChangedFile as ChangedFileSchema } from '../../core/contract/sessions.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'

export type ChangedFile = z.infer<typeof ChangedFileSchema>

/** Files the shown session changed, from its tools' own results. */
export const useChangesStore = defineStore('changes', () => {
  const { client, onEvent, onState } = useConnection()
  const sessionView = useSessionViewStore()
  const files = shallowRef<readonly ChangedFile[]>([])
  const error = shallowRef<WireError>()
  const wantedPath = shallowRef<string>()
  let loading: AbortController | undefined

  const selected = computed(() => files.value.find((file) => file.path === wantedPath.value) ?? files.value[0])
  const added = computed(() => files.value.reduce((sum, file) => sum + file.added, 0))
  const removed = computed(() => files.value.reduce((sum, file) => sum + file.removed, 0))

  async function load(): Promise<void> {
    const sessionId = sessionView.sessionId
    loading?.abort()
    if (sessionId === undefined) return
    const { signal } = (loading = new AbortController())
    try {
      files.value = await client.sessions.changes({ sessionId }, { signal })
      error.value = undefined
    } catch (failure) {
      if (signal.aborted) return
      const wire = failureOf(failure)
      // A lost connection is said once, by the window; its return loads again.
      if (wire.code !== 'rpc.closed') error.value = wire
    }
  }

  watch(
    () => sessionView.view?.session.id,
    () => {
      files.value = []
      error.value = undefined
      wantedPath.value = undefined
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'tool.finished' && event.sessionId === sessionView.sessionId && event.meta.diff) void load()
    }),
  )
  onScopeDispose(
    onState((state) => {
      if (state.kind === 'open') void load()
    }),
  )

  return { files, error, selected, added, removed, load, select: (path: string) => void (wantedPath.value = path) }
})
