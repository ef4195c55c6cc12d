import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Attachment } from '../../core/contract/common.ts'
import type { WireError } from '../../core/contract/errors.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useSessionViewStore } from './session-view.ts'
import { useSessionsStore, type ModelChoice } from './sessions.ts'

export interface Prompt {
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Sending a message and stopping what it started. */
export const useTurnsStore = defineStore('turns', () => {
  const { client, onEvent } = useConnection()
  const sessions = useSessionsStore()
  const sessionView = useSessionViewStore()
  /** A message on its way: shown until the session's own row for it comes. */
  const sending = shallowRef<Prompt>()
  const isStopping = shallowRef(false)
  const error = shallowRef<WireError>()

  const pending = computed(() => (sessionView.isRunning ? undefined : sending.value))

  /** False when nothing was started; `error` says why and the caller keeps the text. */
  async function start(prompt: Prompt): Promise<boolean> {
    sending.value = prompt
    error.value = undefined
    try {
      const sessionId = await sessions.ensure()
      await client.turns.start({ sessionId, text: prompt.text, attachments: prompt.attachments.map((each) => each.attachmentId) })
      return true
    } catch (failure) {
      error.value = failureOf(failure)
      return false
    } finally {
      sending.value = undefined
    }
  }

  /** For a running turn: waits for its end, or goes in before its next step. False when it was not taken. */
  async function enqueue(prompt: Prompt, when: 'after' | 'next_step'): Promise<boolean> {
    const sessionId = sessionView.sessionId
    if (!sessionId) return false
    error.value = undefined
    try {
      await client.turns.queue({ sessionId, text: prompt.text, attachments: prompt.attachments.map((each) => each.attachmentId), when })
      return true
    } catch (failure) {
      error.value = failureOf(failure)
      return false
    }
  }

  function onQueued(call: 'unqueue' | 'sendNow', id: string): void {
    const sessionId = sessionView.sessionId
    if (sessionId) client.turns[call]({ sessionId, id }).catch((failure: unknown) => (error.value = failureOf(failure)))
  }

  /** The last turn was stopped by its step limit and may go on for as long again. */
  async function goOn(): Promise<void> {
    const sessionId = sessionView.sessionId
    if (!sessionId) return
    error.value = undefined
    try {
      await client.turns.start({ sessionId, goOn: true })
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  /** Sets what the next turn runs with; `error` says why it could not be set. */
  async function choose(change: () => Promise<void>): Promise<void> {
    error.value = undefined
    try {
      await change()
    } catch (failure) {
      error.value = failureOf(failure)
    }
  }

  function retryNow(): void {
    const sessionId = sessionView.sessionId
    if (sessionId) client.turns.retryNow({ sessionId }).catch((failure: unknown) => (error.value = failureOf(failure)))
  }

  /** Ends the turn and goes on with another model, which reads all that was done so far. */
  async function goOnWith(model: ModelChoice, text: string): Promise<void> {
    await stop()
    if (error.value) return
    try {
      await sessions.setModel(model)
    } catch (failure) {
      error.value = failureOf(failure)
      return
    }
    await start({ text, attachments: [] })
  }

  async function stop(): Promise<void> {
    const sessionId = sessionView.sessionId
    if (!sessionId || isStopping.value) return
    isStopping.value = true
    try {
      await client.turns.cancel({ sessionId })
    } catch (failure) {
      error.value = failureOf(failure)
    } finally {
      isStopping.value = false
    }
  }

  onScopeDispose(
    onEvent((event) => {
      if (event.type === 'turn.started' && event.sessionId === sessionView.sessionId) sending.value = undefined
    }),
  )

  return {
    pending,
    isSending: computed(() => sending.value !== undefined),
    isStopping,
    error,
    start,
    enqueue,
    unqueue: (id: string) => onQueued('unqueue', id),
    sendNow: (id: string) => onQueued('sendNow', id),
    goOn,
    choose,
    retryNow,
    goOnWith,
    stop,
  }
})
