import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { Row, SessionView } from '../../core/contract/view.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { createPace } from './pace.ts'
import { createSessionStream, type SessionStream } from './session-stream.ts'

/** A row that lies more rows back is not fetched by itself. */
const REACH = 10_000
/** With more rows than this the oldest are let go, but so many newest stay. */
const MOST = 1_000
const LEAST = 400

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
      ...createPace(),
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

  /** The page of rows before the oldest; with `wanted` so many pages that this row is among them, or, where that is too many, none. */
  async function loadOlder(wanted?: string): Promise<void> {
    const start = view.value?.rows[0]
    const reader = stream
    if (!start || !view.value?.hasMore || !reader || isLoadingOlder.value) return
    isLoadingOlder.value = true
    try {
      const older = await pagesBefore(reader.sessionId, start.id, wanted)
      if (older) reader.change((now) => (now.rows[0]?.id === start.id ? { ...now, ...older, rows: [...older.rows, ...now.rows] } : now))
    } catch {
      // The button for older ones is still there; without a connection the window says so itself.
    } finally {
      isLoadingOlder.value = false
    }
  }

  async function pagesBefore(
    id: string,
    start: string,
    wanted: string | undefined,
  ): Promise<Pick<SessionView, 'rows' | 'hasMore'> | undefined> {
    let rows: Row[] = []
    for (;;) {
      const page = await client.sessions.history({ sessionId: id, before: rows[0]?.id ?? start })
      rows = [...page.rows, ...rows]
      if (wanted === undefined || page.rows.some((row) => row.id === wanted)) return { rows, hasMore: page.hasMore }
      if (!page.hasMore || rows.length > REACH || id !== sessionId.value) return undefined
    }
  }

  /** Lets go of rows far above the end; they are fetched again when somebody goes there. */
  function letGo(): void {
    stream?.change((now) => {
      // A page begins with a prompt of its own: cut there, and the one before it joins on.
      const from =
        now.rows.length > MOST ? now.rows.findLastIndex((row, index) => row.kind === 'user' && index <= now.rows.length - LEAST) : 0
      return from > 0 ? { ...now, rows: now.rows.slice(from), hasMore: true } : now
    })
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

  return { view, error, status, sessionId, isRunning, isLoadingOlder, open, leave, reload, loadOlder, letGo }
})
