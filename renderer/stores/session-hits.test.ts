import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import type { SessionHit } from '../../core/contract/sessions.ts'
import { connectionKey, type Connection } from '../rpc/connection.ts'
import { useSessionHitsStore } from './session-hits.ts'

afterEach(() => void vi.useRealTimers())

const hit = (id: string) => ({ session: { id } }) as SessionHit

/** A store whose questions are answered by hand. */
function open() {
  vi.useFakeTimers()
  const asked = new Map<string, { answer(value: { hits: SessionHit[]; next: string | null }): void; fail(error: Error): void }>()
  const search = ({ text }: { text: string }, { signal }: { signal: AbortSignal }) =>
    new Promise((answer, fail) => {
      // As the client does: nobody waits for what was given up.
      signal.addEventListener('abort', fail)
      asked.set(text, { answer, fail })
    })
  const connection = { client: { sessions: { search } } } as unknown as Connection
  const app = createApp({}).use(createPinia()).provide(connectionKey, connection)
  return { asked, store: app.runWithContext(() => useSessionHitsStore()) }
}

it('asks once for words typed after one another, and for no single letter', async () => {
  const { asked, store } = open()
  for (const words of ['l', 'le', 'lea']) store.ask(words)
  expect([store.wanted, store.found.words]).toEqual(['lea', ''])
  await vi.advanceTimersByTimeAsync(1_000)
  store.ask('l')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...asked.keys(), store.wanted]).toEqual(['lea', ''])
})

it('an older answer replaces no newer one, and nothing found stays when there is nothing to look for', async () => {
  const { asked, store } = open()
  store.ask('le')
  await vi.advanceTimersByTimeAsync(200)
  store.ask('lease')
  await vi.advanceTimersByTimeAsync(200)
  asked.get('lease')?.answer({ hits: [hit('new')], next: 'more' })
  await vi.advanceTimersByTimeAsync(0)
  asked.get('le')?.answer({ hits: [hit('old')], next: null })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.found).toEqual({ words: 'lease', hits: [hit('new')], isAll: false })
  store.ask('')
  expect(store.found).toEqual({ words: '', hits: [], isAll: true })
})

it('what was found stays until the next answer, whatever is given up in between', async () => {
  const { asked, store } = open()
  store.ask('le')
  await vi.advanceTimersByTimeAsync(200)
  asked.get('le')?.answer({ hits: [hit('one')], next: null })
  await vi.advanceTimersByTimeAsync(0)
  store.ask('lea')
  await vi.advanceTimersByTimeAsync(200)
  store.ask('lease')
  await vi.advanceTimersByTimeAsync(0)
  expect(store.found).toEqual({ words: 'le', hits: [hit('one')], isAll: true })
})

it('a search that fails finds nothing', async () => {
  const { asked, store } = open()
  store.ask('lease')
  await vi.advanceTimersByTimeAsync(200)
  asked.get('lease')?.fail(new Error('gone'))
  await vi.advanceTimersByTimeAsync(0)
  expect(store.found.words).toBe('')
})
