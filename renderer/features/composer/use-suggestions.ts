import { computed, shallowRef, watch, type Ref } from 'vue'
import { moveInList } from '../../lib/list-keys.ts'
import { completeToken, suggestionToken, type SuggestionToken } from '../../lib/suggestion-token.ts'
import { useCommandsStore } from '../../stores/commands.ts'
import { useFileMatchesStore } from '../../stores/file-matches.ts'
import { useResourceMatchesStore } from '../../stores/resource-matches.ts'

export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly kind: 'command' | 'file' | 'folder' | 'resource'
}

/** What the composer offers for the `/` or `@` before the caret: commands and servers' prompts, files and servers' resources. */
export function useSuggestions(field: Readonly<Ref<HTMLTextAreaElement | null>>, text: Ref<string>) {
  const commands = useCommandsStore()
  const files = useFileMatchesStore()
  const resources = useResourceMatchesStore()
  const token = shallowRef<SuggestionToken>()
  const index = shallowRef(0)

  const items = computed<readonly Suggestion[]>(() => {
    if (token.value?.kind === 'command') {
      const query = token.value.query.toLowerCase()
      const rank = (name: string): number => (name.startsWith(query) ? 0 : name.includes(query) ? 1 : 2)
      return commands.list
        .filter(({ name }) => rank(name.toLowerCase()) < 2)
        .toSorted((a, b) => rank(a.name.toLowerCase()) - rank(b.name.toLowerCase()))
        .map(({ name, argumentHint, description }) => ({
          id: name,
          label: `/${name}${argumentHint ? ` ${argumentHint}` : ''}`,
          note: description,
          kind: 'command' as const,
        }))
    }
    if (token.value?.kind === 'file') {
      const ofServers = resources.matches.map(({ server, uri, name }) => {
        const id = `${server}:${uri}`
        return { id, label: id, note: name, kind: 'resource' as const }
      })
      return [...files.matches.map(({ path, kind }) => ({ id: path, label: path, note: '', kind })), ...ofServers]
    }
    return []
  })
  const isOpen = computed(() => items.value.length > 0)

  /** Looks at the caret anew: after typing, a click or a cursor key. */
  function look(): void {
    const caret = field.value?.selectionStart ?? 0
    const isRange = caret !== field.value?.selectionEnd
    const next = isRange ? undefined : suggestionToken(text.value, caret)
    if (next?.kind === token.value?.kind && next?.query === token.value?.query) return void (token.value = next)
    if (next?.kind === 'command' && token.value?.kind !== 'command') void commands.load()
    if (next?.kind === 'file') {
      void files.ask(next.query)
      void resources.ask(next.query)
    }
    token.value = next
    index.value = 0
  }

  function close(): void {
    token.value = undefined
  }

  /** The chosen one goes into the text; answers where the caret belongs. */
  function take(chosen: Suggestion): number | undefined {
    if (!token.value) return undefined
    const { text: next, caret } = completeToken(text.value, token.value, chosen.id)
    close()
    text.value = next
    return caret
  }

  /** True when the key was the list's. */
  function move(key: string): boolean {
    const next = isOpen.value && (key === 'ArrowDown' || key === 'ArrowUp') ? moveInList(key, index.value, items.value.length) : undefined
    if (next !== undefined) index.value = next
    return next !== undefined
  }

  watch(items, (list) => (index.value = Math.min(index.value, Math.max(0, list.length - 1))))

  return { items, index, isOpen, isIndexing: computed(() => token.value?.kind === 'file' && files.isIndexing), look, close, take, move }
}
