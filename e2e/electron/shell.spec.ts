import { expect } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostEvent } from '../../core/contract/events.ts'
import type { DesktopApp } from './desktop-app.ts'
import { test } from './desktop-test.ts'

// The built main and preload, a test's own client on the bridge.

let app: DesktopApp
test.beforeEach(async ({ launch }) => {
  app = await launch({ bare: true })
})

test('a call and an event cross the bridge; a folder has one window, bound to it, and Home has one', async () => {
  const { rpc, onEvent } = await app.connect(0)
  const events: HostEvent[] = []
  onEvent((event) => events.push(event))
  expect(await rpc.app.info({})).toMatchObject({ host: 'electron', nativeFolderDialog: true, home: true })
  const path = join(app.home, '项目 🐱')
  await mkdir(path)
  const first = await rpc.windows.open({ path })
  await expect.poll(() => events.map(({ type }) => type)).toContain('projects.changed')
  expect(await rpc.windows.open({ path })).toMatchObject({ windowId: first.windowId })
  await expect.poll(async () => (await app.shown()).length).toBe(2)
  const window = await app.connect(1)
  expect((await window.rpc.app.info({})).project?.name).toBe('项目 🐱')
  await expect(window.rpc.windows.open({ path: app.home })).rejects.toMatchObject({ code: expect.stringMatching(/^\w+\.\w+$/) })
  await window.rpc.windows.openHome({})
  expect(await app.shown()).toHaveLength(2)
})

test('a reloaded page greets anew and is served; the bytes of other folders are not', async () => {
  await app.connect(0)
  await (await app.page(0)).reload()
  const { rpc } = await app.connect(0)
  expect((await rpc.app.info({})).host).toBe('electron')
  expect(await app.status('mewcode-app://app/..%2f..%2fpackage.json')).toBe(404)
})
