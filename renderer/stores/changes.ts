import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { z } from 'zod'
import type { changes as contract, ChangedFile, ChangedTurn } from '../../core/contract/changes.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'
import { useSessionViewStore } from './session-view.ts'

export type FileDiff = z.infer<typeof contract.diff.output>
export type RevertOutcome = z.infer<typeof contract.revert.output>

/** What is looked at: a file since the session began, or in one turn. */
export interface ChangeChoice {
  readonly path: string
  readonly turnId?: string
}

export interface RevertWish {
  readonly path?: string
  readonly turnId?: string
  readonly hunk?: string
}

/** Files the shown session's tools changed, and taking them back. */
export const useChangesStore = defineStore('changes', () => {
  const { client, onEvent, onState } = useConnection()
  const sessionView = useSessionViewStore()
  const files = shallowRef<readonly ChangedFile[]>([])
  const turns = shallowRef<readonly ChangedTurn[]>([])
  const isLoaded = shallowRef(false)
  const error = shallowRef<WireError>()
  const chosen = shallowRef<ChangeChoice>()
  const diff = shallowRef<FileDiff>()
  const diffError = shallowRef<WireError>()
  /** The newest revert: what was done, what was left alone, how it is undone. */
  const outcome = shallowRef<RevertOutcome>()
  const reverting = useAttempt()
  let loading: AbortController | undefined
  let reading: AbortController | undefined

  const selected = computed<ChangeChoice | undefined>(() => {
    const { path, turnId } = chosen.value ?? {}
    const isThere = turnId === undefined ? files.value : (turns.value.find((turn) => turn.turnId === turnId)?.files ?? [])
    if (chosen.value && isThere.some((file) => file.path === path)) return chosen.value
    const first = files.value[0]
    return first && { path: first.path }
  })
  const selectedFile = computed(() => {
    const { path, turnId } = selected.value ?? {}
    const among = turnId === undefined ? files.value : (turns.value.find((turn) => turn.turnId === turnId)?.files ?? [])
    return among.find((file) => file.path === path)
  })
  const added = computed(() => files.value.reduce((sum, file) => sum + file.added, 0))
  const removed = computed(() => files.value.reduce((sum, file) => sum + file.removed, 0))

  async function load(): Promise<void> {
    const sessionId = sessionView.sessionId
    loading?.abort()
    if (sessionId === undefined) return
    const { signal } = (loading = new AbortController())
    try {
      const list = await client.changes.list({ sessionId }, { signal })
      files.value = list.files
      turns.value = list.turns
      error.value = undefined
      isLoaded.value = true
      await loadDiff()
    } catch (failure) {
      if (signal.aborted) return
      const wire = failureOf(failure)
      // A lost connection is said once, by the window; its return loads again.
      if (wire.code !== 'rpc.closed') error.value = wire
    }
  }

  async function loadDiff(): Promise<void> {
    const sessionId = sessionView.sessionId
    const choice = selected.value
    reading?.abort()
    if (sessionId === undefined || !choice) {
      diff.value = undefined
      return
    }
    const { signal } = (reading = new AbortController())
    try {
      diff.value = await client.changes.diff({ sessionId, ...choice }, { signal })
      diffError.value = undefined
    } catch (failure) {
      if (!signal.aborted) diffError.value = failureOf(failure)
    }
  }

  function select(choice: ChangeChoice): void {
    chosen.value = choice
    diff.value = undefined
    void loadDiff()
  }

  /** What is shown stays chosen, also when something newer changes. */
  function hold(): void {
    chosen.value = selected.value
  }

  async function revert(wish: RevertWish): Promise<void> {
    const sessionId = sessionView.sessionId
    if (sessionId === undefined) return
    await reverting.run(async () => {
      outcome.value = undefined
      outcome.value = await client.changes.revert({ sessionId, ...wish })
      await load()
    })
  }

  /** Takes the newest revert back. */
  async function undo(): Promise<void> {
    const sessionId = sessionView.sessionId
    const messageId = outcome.value?.rewindId
    if (sessionId === undefined || typeof messageId !== 'string') return
    await reverting.run(async () => {
      const { files: restored, conflicts } = await client.sessions.rewind({ sessionId, messageId, what: 'files' })
      outcome.value = conflicts.length > 0 ? { files: restored, conflicts, rewindId: null } : undefined
      await load()
    })
  }

  function dismiss(): void {
    outcome.value = undefined
    reverting.forgive()
  }

  watch(
    () => sessionView.view?.session.id,
    () => {
      files.value = []
      turns.value = []
      isLoaded.value = false
      error.value = undefined
      chosen.value = undefined
      diff.value = undefined
      dismiss()
      void load()
    },
    { immediate: true },
  )
  onScopeDispose(
    onEvent((event) => {
      if (!('sessionId' in event) || event.sessionId !== sessionView.sessionId) return
      const isChange = event.type === 'tool.finished' && event.meta.diff
      if (isChange || event.type === 'session.rewound' || event.type === 'turn.finished') void load()
    }),
  )
  onScopeDispose(
    onState((state) => {
      if (state.kind === 'open') void load()
    }),
  )

  return {
    files,
    turns,
    isLoaded,
    error,
    selected,
    selectedFile,
    hold,
    diff,
    diffError,
    outcome,
    isReverting: reverting.busy,
    revertError: reverting.error,
    added,
    removed,
    load,
    loadDiff,
    select,
    revert,
    undo,
    dismiss,
  }
})
