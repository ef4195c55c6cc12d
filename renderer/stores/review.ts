import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { LineComment, Review } from '../../core/contract/reviews.ts'
import { useConnection } from '../rpc/index.ts'
import { useAppStore } from './app.ts'
import { useAttempt } from './attempt.ts'
import { useSessionViewStore } from './session-view.ts'
import { useTurnsStore } from './turns.ts'

type NewComment = Omit<LineComment, 'id'>

const none: Review = { comments: [], kept: [] }
/** Of a quoted line. */
const MAX_CODE = 200

/** What the person made of the shown session's changes: comments that wait until they go to the agent together, and places that stay. */
export const useReviewStore = defineStore('review', () => {
  const { client, onEvent, onState } = useConnection()
  const app = useAppStore()
  const sessionView = useSessionViewStore()
  const turns = useTurnsStore()
  const adding = useAttempt()
  const marking = useAttempt()
  const review = shallowRef<Review>(none)
  const kept = computed<ReadonlySet<string>>(() => new Set(review.value.kept))

  /** Each press counts; what the host has then is what is shown. */
  function mark(work: (sessionId: string) => Promise<Review>): void {
    const sessionId = sessionView.sessionId
    if (sessionId === undefined) return
    marking.runInTurn(async () => {
      const next = await work(sessionId)
      if (sessionId === sessionView.sessionId) review.value = next
    })
  }

  const load = (): void => mark((sessionId) => client.reviews.get({ sessionId }))
  const remove = (ids: readonly string[]): void => mark((sessionId) => client.reviews.uncomment({ sessionId, ids: [...ids] }))

  /** Answers whether it was taken; else what was written must stay where it is. */
  async function add({ code, ...comment }: NewComment): Promise<boolean> {
    const sessionId = sessionView.sessionId
    if (sessionId === undefined) return false
    return adding.run(async () => {
      const next = await client.reviews.comment({ sessionId, comment: { ...comment, code: code.trim().slice(0, MAX_CODE) } })
      if (sessionId === sessionView.sessionId) review.value = next
    })
  }

  /** Shown at once: marking one place after the other is quick work. */
  function keep(hunk: string, isKept: boolean): void {
    const others = review.value.kept.filter((id) => id !== hunk)
    review.value = { ...review.value, kept: isKept ? [...others, hunk] : others }
    mark((sessionId) => client.reviews.keep({ sessionId, hunk, isKept }))
  }

  /** All comments as one message; they stay when it was not taken. */
  async function send(intro: string): Promise<void> {
    const { comments } = review.value
    const prompt = { text: promptOf(intro, comments), attachments: [] }
    const isTaken = sessionView.isRunning ? await turns.enqueue(prompt, 'after') : await turns.start(prompt)
    if (isTaken) remove(comments.map(({ id }) => id))
  }

  watch(
    () => sessionView.sessionId,
    () => {
      review.value = none
      adding.forgive()
      marking.forgive()
      load()
    },
    { immediate: true },
  )
  onScopeDispose(onEvent((event) => event.type === 'review.changed' && event.projectId === app.project?.id && load()))
  onScopeDispose(onState((state) => state.kind === 'open' && load()))

  /** Of a mark. A lost connection is said once, by the window; its return loads again. */
  const error = computed(() => (marking.error.value?.code === 'rpc.closed' ? undefined : marking.error.value))

  return {
    comments: computed(() => review.value.comments),
    kept,
    error,
    isAdding: adding.busy,
    addError: adding.error,
    add,
    remove,
    keep,
    send,
  }
})

/** One item a comment: where, the line, what is thought of it. */
export function promptOf(intro: string, comments: readonly NewComment[]): string {
  const items = comments.map(({ path, line, isRemoved, code, text }) => {
    const place = `- ${path}:${line}${isRemoved ? ' (removed)' : ''}`
    return `${place}\n  > ${code}\n  ${text.trim().replaceAll('\n', '\n  ')}`
  })
  return [intro, ...items].join('\n\n')
}
