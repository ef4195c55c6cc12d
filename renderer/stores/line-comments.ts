import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { useSessionViewStore } from './session-view.ts'
import { useTurnsStore } from './turns.ts'

/** What a person thinks of one changed line. */
export interface LineComment {
  readonly path: string
  /** 1-based; of the file as it was where `isRemoved`. */
  readonly line: number
  readonly isRemoved: boolean
  /** The line itself, so that it is found when numbers have moved. */
  readonly code: string
  readonly text: string
}

const PREFIX = 'mewcode.comments.'
/** Of a quoted line. */
const MAX_CODE = 200

/** Comments on lines of the shown session's changes; they wait here until they go to the agent together. */
export const useLineCommentsStore = defineStore('line-comments', () => {
  const sessionView = useSessionViewStore()
  const turns = useTurnsStore()
  const list = shallowRef<readonly LineComment[]>([])
  const key = computed(() => PREFIX + (sessionView.sessionId ?? ''))

  function keep(next: readonly LineComment[]): void {
    list.value = next
    if (next.length === 0) localStorage.removeItem(key.value)
    else localStorage.setItem(key.value, JSON.stringify(next))
  }

  const add = (comment: LineComment): void => keep([...list.value, { ...comment, code: comment.code.trim().slice(0, MAX_CODE) }])
  const remove = (comment: LineComment): void => keep(list.value.filter((one) => one !== comment))

  /** All of them as one message; they stay when it was not taken. */
  async function send(intro: string): Promise<void> {
    const prompt = { text: promptOf(intro, list.value), attachments: [] }
    const isTaken = sessionView.isRunning ? await turns.enqueue(prompt, 'after') : await turns.start(prompt)
    if (isTaken) keep([])
  }

  watch(key, () => (list.value = storedAt(key.value)), { immediate: true })

  return { list, add, remove, send, clear: () => keep([]) }
})

/** One item a comment: where, the line, what is thought of it. */
export function promptOf(intro: string, comments: readonly LineComment[]): string {
  const items = comments.map(({ path, line, isRemoved, code, text }) => {
    const place = `- ${path}:${line}${isRemoved ? ' (removed)' : ''}`
    return `${place}\n  > ${code}\n  ${text.trim().replaceAll('\n', '\n  ')}`
  })
  return [intro, ...items].join('\n\n')
}

/** Written by this page, perhaps by an older version of it. */
function storedAt(key: string): readonly LineComment[] {
  const json = localStorage.getItem(key)
  const value: unknown = json === null ? [] : JSON.parse(json)
  return Array.isArray(value) ? value.filter(isComment) : []
}

function isComment(value: unknown): value is LineComment {
  if (typeof value !== 'object' || value === null) return false
  return (
    'path' in value &&
    typeof value.path === 'string' &&
    'line' in value &&
    typeof value.line === 'number' &&
    'text' in value &&
    'code' in value
  )
}
