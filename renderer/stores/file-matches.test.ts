import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { expect, it, vi } from 'vitest'
import { connectionKey, type Connection } from '../rpc/connection.ts'
import { useFileMatchesStore } from './file-matches.ts'

const found = (path: string) => ({ path, kind: 'file' as const })

it('asks again while the folder is still listed, until the list is whole or something else is asked', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  let isWhole = false
  const files = ({ query }: { query: string }) => {
    asked.push(query)
    return Promise.resolve({ matches: isWhole ? [found(`${query}.ts`)] : [], indexing: !isWhole })
  }
  const connection = { client: { workspace: { files } } } as unknown as Connection
  const app = createApp({}).use(createPinia()).provide(connectionKey, connection)
  const store = app.runWithContext(() => useFileMatchesStore())

  await store.ask('a')
  await store.ask('ab')
  await vi.advanceTimersByTimeAsync(300)
  expect([asked, store.matches, store.isIndexing]).toEqual([['a', 'ab', 'ab'], [], true])
  isWhole = true
  await vi.advanceTimersByTimeAsync(300)
  expect([store.matches, store.query, store.isIndexing]).toEqual([[found('ab.ts')], 'ab', false])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toEqual(['a', 'ab', 'ab', 'ab'])
  vi.useRealTimers()
})
