import { createPinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { connectionKey } from '../rpc/index.ts'
import { useAppStore } from './app.ts'

afterEach(() => void vi.unstubAllGlobals())

/** The store over a host that answers each change when the test says so. */
function openStore() {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const waiting: ((kept: object) => void)[] = []
  const client = {
    app: { info: async () => ({ settings: { theme: 'system', defaultMode: 'default', language: 'en' } }) },
    settings: { set: () => new Promise((resolve) => waiting.push(resolve)) },
  }
  const app = createApp({}).use(createPinia())
  app.provide(connectionKey, { client, onEvent: () => () => undefined } as never)
  return { store: app.runWithContext(() => useAppStore()), answer: (kept: object) => waiting.shift()?.(kept) }
}

it('an earlier change that is answered late does not undo a later one, not even for a moment', async () => {
  const { store, answer } = openStore()
  await store.load()
  const dark = store.changeSettings({ theme: 'dark' })
  const light = store.changeSettings({ theme: 'light', language: null })
  expect(store.settings).toMatchObject({ theme: 'light' })
  answer({ theme: 'dark', defaultMode: 'default', language: 'en' })
  await dark
  expect(store.settings).toEqual({ theme: 'light', defaultMode: 'default' })
  answer({ theme: 'light', defaultMode: 'plan' })
  await light
  expect(store.settings).toEqual({ theme: 'light', defaultMode: 'plan' })
})
