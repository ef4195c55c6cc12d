import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { SessionView } from '../../core/contract/view.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { nextFrame } from './next-frame.ts'
import { createSessionStream, type SessionStream } from './session-stream.ts'

/** The one session being looked at. Others hold no transcript. */
export const useSessionViewStore = defineStore('session-view', () => {
  const { client, onEvent, onState } = useConnection()
  const view = shallowRef<SessionView>()
  const error = shallowRef<WireError>()
  const isLoadingOlder = shallowRef(false)
  const sessionId = shallowRef<string>()
  let stream: SessionStream | undefined

  const status = computed<'none' | 'loading' | 'ready' | 'failed'>(() => {
    if (sessionId.value === undefined) return 'none'
    if (view.value) return 'ready'
    return error.value ? 'failed' : 'loading'
  })
  const isRunning = computed(() => view.value?.turn !== undefined)

  async function open(id: string): Promise<void> {
    if (stream?.sessionId === id) return
    leave()
    sessionId.value = id
    stream = createSessionStream(id, {
      open: (wanted) => client.sessions.open({ sessionId: wanted }),
      onView(next) {
        view.value = next
        error.value = undefined
      },
      onFailure: (failure) => void (error.value = failureOf(failure)),
      schedule: nextFrame,
    })
    await stream.reopen()
  }

  function leave(): void {
    const left = stream?.sessionId
    stream?.stop()
    stream = undefined
    view.value = undefined
    error.value = undefined
    sessionId.value = undefined
    // The window may be gone already; then there is nothing to close.
    if (left) client.sessions.close({ sessionId: left }).catch(() => undefined)
  }

  async function reload(): Promise<void> {
    error.value = undefined
    await stream?.reopen()
  }

  async function loadOlder(): Promise<void> {
    const first = view.value?.rows[0]
    const reader = stream
    if (!first || !view.value?.hasMore || !reader || isLoadingOlder.value) return
    isLoadingOlder.value = true
    try {
      const page = await client.sessions.history({ sessionId: reader.sessionId, before: first.id })
      reader.change((now) => (now.rows[0]?.id === first.id ? { ...now, rows: [...page.rows, ...now.rows], hasMore: page.hasMore } : now))
    } finally {
      isLoadingOlder.value = false
    }
  }

  onScopeDispose(
    onEvent((event) => {
      stream?.receive(event)
      const mayBringRowsBack = event.type === 'session.rewound' && event.what !== 'files' && event.messageId === null
      if (mayBringRowsBack && event.sessionId === sessionId.value) void stream?.reopen()
    }),
  )
  onScopeDispose(
    onState((state) => {
      if (state.kind === 'open') void stream?.reopen()
    }),
  )

  return { view, error, status, sessionId, isRunning, isLoadingOlder, open, leave, reload, loadOlder }
})
