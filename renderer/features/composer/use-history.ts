import { nextTick, watch, type Ref } from 'vue'
import { useDraftsStore } from '../../stores/drafts.ts'
import { useSessionsStore } from '../../stores/sessions.ts'

/** Earlier prompts of the project by the arrow keys, from the first and the last line; what was being written comes back after the newest. */
export function useHistory(field: Readonly<Ref<HTMLTextAreaElement | null>>, text: Ref<string>) {
  const drafts = useDraftsStore()
  const sessions = useSessionsStore()
  let prompts: readonly string[] = []
  let own = ''
  /** -1: what is being written. */
  let at = -1

  /** True when the key was the history's. */
  function onKey(event: KeyboardEvent): boolean {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
    // Text that was changed is a draft again.
    if (at >= 0 && text.value !== prompts[at]) at = -1
    if (event.key === 'ArrowUp' && isAtEdge('first')) void older()
    else if (event.key === 'ArrowDown' && at >= 0 && isAtEdge('last')) show(at - 1)
    else return false
    return true
  }

  function isAtEdge(line: 'first' | 'last'): boolean {
    const { selectionStart = 0, selectionEnd = 0 } = field.value ?? {}
    const rest = line === 'first' ? text.value.slice(0, selectionStart) : text.value.slice(selectionEnd)
    return selectionStart === selectionEnd && !rest.includes('\n')
  }

  async function older(): Promise<void> {
    if (at < 0) {
      own = text.value
      prompts = (await drafts.history()).filter((prompt) => prompt !== own)
      if (text.value !== own) return
    }
    if (at + 1 < prompts.length) show(at + 1)
  }

  function show(next: number): void {
    at = next
    text.value = next < 0 ? own : (prompts[next] ?? '')
    void nextTick(() => field.value?.setSelectionRange(text.value.length, text.value.length))
  }

  // A session that is left keeps what was written there, not what was looked at.
  watch(
    () => sessions.draftKey,
    (_, left) => {
      const draft = drafts.get(left)
      if (at >= 0 && draft.text === prompts[at]) drafts.set(left, { ...draft, text: own })
      at = -1
    },
  )

  return { onKey, forget: () => void (at = -1) }
}
