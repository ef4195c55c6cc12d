import { createPinia } from 'pinia'
import { afterEach, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { connectionKey } from '../rpc/index.ts'
import { useCommandsStore } from './commands.ts'

afterEach(() => void vi.unstubAllGlobals())

const named = (name: string) => ({ commands: [{ name, kind: 'prompt' }], problems: [] })

it('an older answer that comes after a newer one changes nothing, and is taken where it comes first', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const waiting: ((answer: object) => void)[] = []
  const client = { commands: { list: () => new Promise((resolve) => waiting.push(resolve)) } }
  const app = createApp({}).use(createPinia())
  app.provide(connectionKey, { client, onEvent: () => () => undefined } as never)
  const store = app.runWithContext(() => useCommandsStore())
  const [second, third] = [store.load(), store.load()]
  const names = () => store.list.map(({ name }) => name)

  waiting[0]?.(named('first'))
  await store.ready
  expect(names()).toEqual(['first'])
  waiting[2]?.(named('third'))
  await third
  waiting[1]?.(named('second'))
  await second
  expect(names()).toEqual(['third'])
})
