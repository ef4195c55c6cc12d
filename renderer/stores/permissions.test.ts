import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { createApp } from 'vue'
import { connectionKey } from '../rpc/index.ts'
import { usePermissionsStore } from './permissions.ts'

it('rules that were read before one was added do not replace those with it', async () => {
  const read = Promise.withResolvers<object[]>()
  const client = { permissions: { rules: () => read.promise, add: async ({ rule }: { rule: string }) => [{ rule }] } }
  const app = createApp({}).use(createPinia())
  app.provide(connectionKey, { client, onEvent: () => () => undefined } as never)
  const store = app.runWithContext(() => usePermissionsStore())
  const loading = store.load()
  await store.add('allow', 'Bash(ls)', 'local')
  read.resolve([])
  await loading
  expect(store.rules?.map(({ rule }) => rule)).toEqual(['Bash(ls)'])
})
