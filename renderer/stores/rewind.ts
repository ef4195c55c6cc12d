import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { WireError } from '../../core/contract/errors.ts'
import type { RewindPoint, RewindResult, RewindWhat } from '../../core/contract/rewind.ts'
import { failureOf, useConnection } from '../rpc/index.ts'
import { useAttempt } from './attempt.ts'
import { useDraftsStore } from './drafts.ts'
import { useSessionViewStore } from './session-view.ts'
import { useSessionsStore } from './sessions.ts'

/** What is asked about: going back to before a prompt, or to before a rewind or revert, which undoes it. */
export type RewindTarget = Pick<RewindPoint, 'messageId' | 'kind' | 'text' | 'what'>

export interface RewindDone extends RewindResult {
  readonly what: RewindWhat
  /** It undid another one. */
  readonly isUndo: boolean
}

/** Going back to an earlier message of the shown session, and forking from one. */
export const useRewindStore = defineStore('rewind', () => {
  const { client } = useConnection()
  const sessionView = useSessionViewStore()
  const sessions = useSessionsStore()
  const drafts = useDraftsStore()
  const target = shallowRef<RewindTarget>()
  const what = shallowRef<RewindWhat>('both')
  /** What would be done; undefined while it is asked for. */
  const plan = shallowRef<RewindResult>()
  const planError = shallowRef<WireError>()
  const doing = useAttempt()
  const done = shallowRef<RewindDone>()
  const points = shallowRef<readonly RewindPoint[]>()
  const hasMorePoints = shallowRef(false)
  const isListOpen = shallowRef(false)
  const listing = useAttempt()
  let asked = 0

  function ask(next: RewindTarget): void {
    isListOpen.value = false
    doing.forgive()
    target.value = next
    what.value = next.what
  }

  function cancel(): void {
    target.value = undefined
  }

  async function loadPlan(): Promise<void> {
    const sessionId = sessionView.sessionId
    const messageId = target.value?.messageId
    plan.value = undefined
    planError.value = undefined
    if (sessionId === undefined || messageId === undefined) return
    const mine = (asked += 1)
    try {
      const answer = await client.sessions.rewind({ sessionId, messageId, what: what.value, dryRun: true })
      if (mine === asked) plan.value = answer
    } catch (failure) {
      if (mine === asked) planError.value = failureOf(failure)
    }
  }

  async function perform(): Promise<void> {
    if (target.value && (await goBack(target.value, what.value))) target.value = undefined
  }

  /** Undoes the newest one, without asking again. */
  async function undo(): Promise<void> {
    const last = done.value
    if (typeof last?.rewindId === 'string') await goBack({ messageId: last.rewindId, kind: 'rewind' }, last.what)
  }

  function goBack({ messageId, kind }: Pick<RewindTarget, 'messageId' | 'kind'>, covers: RewindWhat): Promise<boolean> {
    return doing.run(async () => {
      const sessionId = sessionView.sessionId
      if (sessionId === undefined) return
      const result = await client.sessions.rewind({ sessionId, messageId, what: covers })
      done.value = { ...result, what: covers, isUndo: kind !== 'prompt' }
      if (result.prompt && covers !== 'files') giveBack(sessionId, result.prompt)
    })
  }

  /** A new session with the history up to that message, whose text waits in the composer; without one, with all of it. */
  async function fork(messageId?: string): Promise<void> {
    const sessionId = sessionView.sessionId
    if (sessionId === undefined) return
    await doing.run(async () => {
      const { session, prompt } = await client.sessions.fork({ sessionId, ...(messageId !== undefined && { messageId }) })
      if (prompt) giveBack(session.id, prompt)
      await sessions.load()
      await sessions.select(session.id)
    })
  }

  async function openList(): Promise<void> {
    if (sessionView.sessionId === undefined || sessionView.isRunning) return
    points.value = undefined
    isListOpen.value = true
    await loadPoints()
  }

  async function loadPoints(): Promise<void> {
    const sessionId = sessionView.sessionId
    if (sessionId === undefined) return
    const before = points.value?.findLast((point) => point.kind === 'prompt')?.messageId
    await listing.run(async () => {
      const page = await client.sessions.rewindPoints({ sessionId, ...(before !== undefined && { before }) })
      points.value = [...(points.value ?? []), ...page.points]
      hasMorePoints.value = page.hasMore
    })
  }

  /** Into the composer, before what may have been typed there. */
  function giveBack(sessionId: string, { text, attachments }: NonNullable<RewindResult['prompt']>): void {
    const draft = drafts.get(sessionId)
    const typed = draft.text.trim() === '' ? '' : `\n\n${draft.text}`
    drafts.set(sessionId, { ...draft, text: text + typed, attachments: [...attachments, ...draft.attachments] })
  }

  watch([target, what], loadPlan)
  watch(
    () => sessionView.sessionId,
    () => {
      target.value = undefined
      done.value = undefined
      isListOpen.value = false
      doing.forgive()
    },
  )

  return {
    target,
    what,
    plan,
    planError,
    isDoing: doing.busy,
    error: doing.error,
    done,
    points,
    hasMorePoints,
    isListOpen,
    isListing: listing.busy,
    listError: listing.error,
    ask,
    cancel,
    loadPlan,
    perform,
    undo,
    fork,
    openList,
    loadPoints,
    dismiss: () => ((done.value = undefined), doing.forgive()),
  }
})
