import { computed, shallowRef, watch, type Ref } from 'vue'
import { isSpelledIn } from '../../lib/is-spelled-in.ts'
import { moveInList } from '../../lib/list-keys.ts'
import { promptArgument } from '../../lib/prompt-argument.ts'
import { completeToken, suggestionToken, type SuggestionToken } from '../../lib/suggestion-token.ts'
import { useArgumentMatchesStore } from '../../stores/argument-matches.ts'
import { useCommandsStore } from '../../stores/commands.ts'
import { useFileMatchesStore } from '../../stores/file-matches.ts'
import { useMcpStore } from '../../stores/mcp.ts'
import { useResourceMatchesStore } from '../../stores/resource-matches.ts'

export interface Suggestion {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly kind: 'command' | 'file' | 'folder' | 'resource' | 'argument'
}

/** What the composer offers before the caret: for `/` commands and servers' prompts, behind these their arguments, for `@` files and servers' resources. */
export function useSuggestions(field: Readonly<Ref<HTMLTextAreaElement | null>>, text: Ref<string>) {
  const commands = useCommandsStore()
  const files = useFileMatchesStore()
  const resources = useResourceMatchesStore()
  const values = useArgumentMatchesStore()
  const mcp = useMcpStore()
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
      const ofProject = files.matches.map(({ path, kind }) => ({ id: path, label: path, note: '', kind }))
      return [...current(ofProject, files.query), ...current(ofServers, resources.query)]
    }
    if (token.value?.kind === 'argument') {
      const { query } = token.value
      // What stands there already is no offer.
      return values.values
        .filter((value) => value !== query)
        .map((value) => ({ id: value, label: value, note: '', kind: 'argument' as const }))
    }
    return []
  })
  /** Answers to an older question stay, so that the list does not flicker, but never one that is not what is written by now. */
  function current(list: readonly Suggestion[], query: string): readonly Suggestion[] {
    const now = token.value?.query ?? ''
    return query === now ? list : list.filter(({ label }) => isSpelledIn(now, label))
  }

  const isOpen = computed(() => items.value.length > 0)

  /** Looks at the caret anew: after typing, a click or a cursor key. */
  function look(): void {
    const caret = field.value?.selectionStart ?? 0
    const isRange = caret !== field.value?.selectionEnd
    const argument = isRange ? undefined : argumentAt(caret)
    const next = isRange ? undefined : (suggestionToken(text.value, caret) ?? argument?.token)
    const isSame = next?.kind === token.value?.kind && next?.query === token.value?.query && next?.start === token.value?.start
    if (isSame) return void (token.value = next)
    if (next?.kind === 'command' && token.value?.kind !== 'command') void commands.load().then(look)
    if (next?.kind === 'file') {
      void files.ask(next.query)
      void resources.ask(next.query)
    }
    if (next?.kind === 'argument' && argument) void values.ask(argument)
    token.value = next
    index.value = 0
  }

  function argumentAt(caret: number): ReturnType<typeof promptArgument> {
    const command = commands.list.find((one) => one.kind === 'prompt' && one.name === writtenPrompt())
    return command && promptArgument(text.value, caret, command.argumentHint)
  }

  /** `server:prompt` the message begins with, whether or not there is one. */
  function writtenPrompt(): string | undefined {
    return /^\/(\S+:\S+)\s/.exec(text.value)?.[1]
  }

  // A server that comes up while somebody writes brings its prompts.
  watch(
    () => mcp.list,
    () => {
      const name = writtenPrompt()
      const isUnknown = name !== undefined && !commands.list.some((one) => one.name === name)
      if (isUnknown || token.value?.kind === 'command') void commands.load().then(look)
    },
  )

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

  /** Enter sends: it is written in full already and nothing has to follow it, or what is offered is not needed to send it. */
  function canGo({ kind, id, label }: Suggestion): boolean {
    if (kind === 'command') return text.value === `/${id}` && !label.includes('<')
    return kind === 'argument' || (kind === 'file' && token.value?.query === id)
  }

  /** Keys of the open list; true when it took this one. */
  function onKey(event: KeyboardEvent, choose: (item: Suggestion) => void): boolean {
    const item = items.value[index.value]
    if (!item || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      index.value = moveInList(event.key, index.value, items.value.length) ?? index.value
      return true
    }
    if (event.key === 'Escape' || (event.key === 'Enter' && canGo(item))) {
      close()
      return event.key === 'Escape'
    }
    if (event.key !== 'Enter' && event.key !== 'Tab') return false
    choose(item)
    return true
  }

  watch(items, (list) => (index.value = Math.min(index.value, Math.max(0, list.length - 1))))

  return { items, index, isOpen, isIndexing: computed(() => token.value?.kind === 'file' && files.isIndexing), look, close, take, onKey }
}
