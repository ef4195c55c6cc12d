import { createPinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createApp, ref, shallowRef, type EffectScope, effectScope } from 'vue'
import { connectionKey } from '../../rpc/index.ts'
import { useMcpStore } from '../../stores/mcp.ts'
import { useSuggestions } from './use-suggestions.ts'

let scope: EffectScope
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})

const PROMPT = { name: 'notes:sum_up', kind: 'prompt', source: 'mcp', description: '', argumentHint: '<topic>' }

const FILES = [
  { path: 'src', kind: 'folder' },
  { path: 'src/a.ts', kind: 'file' },
]

/** A message box with this text, the caret at its end, over a host whose server is not up yet. */
function openBox(words: string) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  let isUp = false
  const client = {
    commands: { list: async () => ({ commands: isUp ? [PROMPT] : [], problems: [] }) },
    mcp: { list: async () => [{ name: 'notes', state: isUp ? 'ready' : 'starting' }] },
    workspace: {
      files: async ({ query }: { query: string }) => ({ matches: FILES.filter(({ path }) => path.startsWith(query)), indexing: false }),
    },
    mcpContent: { find: async () => [], complete: async ({ value }: { value: string }) => ({ values: [`${value}o do`] }) },
  }
  const app = createApp({}).use(createPinia())
  app.provide(connectionKey, { client, onEvent: () => () => undefined } as never)
  const field = shallowRef({ selectionStart: words.length, selectionEnd: words.length } as HTMLTextAreaElement)
  scope = effectScope()
  return app.runWithContext(() =>
    scope.run(() => ({ suggestions: useSuggestions(field, ref(words)), mcp: useMcpStore(), comesUp: () => void (isUp = true) })),
  )!
}

it('a server that comes up while its prompt is written says what may be typed', async () => {
  const { suggestions, mcp, comesUp } = openBox('/notes:sum_up t')
  suggestions.look()
  await mcp.load()
  expect(suggestions.items.value).toEqual([])
  comesUp()
  await mcp.load()
  await vi.waitFor(() => expect(suggestions.items.value.map(({ label }) => label)).toEqual(['to do']))
})

it('the open list of commands gains its prompts', async () => {
  const { suggestions, mcp, comesUp } = openBox('/not')
  suggestions.look()
  await mcp.load()
  expect(suggestions.isOpen.value).toBe(false)
  comesUp()
  await mcp.load()
  await vi.waitFor(() => expect(suggestions.items.value.map(({ label }) => label)).toEqual(['/notes:sum_up <topic>']))
})

it('a list that was closed stays closed when servers change', async () => {
  const { suggestions, mcp, comesUp } = openBox('/not')
  comesUp()
  suggestions.look()
  await vi.waitFor(() => expect(suggestions.isOpen.value).toBe(true))
  suggestions.close()
  await mcp.load()
  await mcp.load()
  expect(suggestions.isOpen.value).toBe(false)
})

it.each([
  ['a file that is written in full is sent', '@src/a.ts', undefined],
  ['what is begun is completed', '@src/a', 'src/a.ts'],
  ['a folder is completed, for more may follow', '@src', 'src'],
])('Enter: %s', async (_, words, completed) => {
  const { suggestions } = openBox(words)
  suggestions.look()
  await vi.waitFor(() => expect(suggestions.isOpen.value).toBe(true))
  const taken: string[] = []
  const enter = { key: 'Enter', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false } as KeyboardEvent
  expect(suggestions.onKey(enter, ({ id }) => taken.push(id))).toBe(completed !== undefined)
  expect(taken).toEqual(completed === undefined ? [] : [completed])
})
