import { expect, test } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostEvent } from '../../core/contract/events.ts'
import { StandInApp } from './stand-in-app.ts'

// The built main and preload, in Node over `e2e/electron-standin/`.

let app: StandInApp
test.beforeEach(async () => {
  app = await StandInApp.start()
  await expect.poll(async () => (await app.windows()).length).toBe(1)
  await expect.poll(async () => (await app.windows())[0]?.visible).toBe(true)
})
test.afterEach(() => app.remove())

test('shows Home in one guarded window from its own origin', async () => {
  const [home] = await app.windows()
  expect(home).toMatchObject({
    url: 'mewcode-app://app/',
    webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true, webviewTag: false },
  })
  expect(home?.html).toContain('<script')
  expect(await app.order({ do: 'fetch', url: 'mewcode-app://app/..%2f..%2fpackage.json' })).toBe(404)
})

test('a call and an event cross the bridge', async () => {
  const { rpc, onEvent } = await app.connect(0)
  const events: HostEvent[] = []
  onEvent((event) => events.push(event))
  expect(await rpc.app.info({})).toMatchObject({ host: 'electron', nativeFolderDialog: true, home: true })
  await mkdir(join(app.home, 'project'))
  const { project } = await rpc.windows.open({ path: join(app.home, 'project') })
  expect(project.name).toBe('project')
  await expect.poll(() => events.map(({ type }) => type)).toContain('projects.changed')
})

test('a folder has one window, bound to it, and Home has one', async () => {
  const { rpc } = await app.connect(0)
  const path = join(app.home, '项目 🐱')
  await mkdir(path)
  const first = await rpc.windows.open({ path })
  expect(await rpc.windows.open({ path })).toMatchObject({ windowId: first.windowId })
  await expect.poll(async () => (await app.windows()).map(({ visible }) => visible)).toEqual([true, true])
  const window = await app.connect(1)
  expect((await window.rpc.app.info({})).project?.name).toBe('项目 🐱')
  await expect(window.rpc.windows.open({ path: app.home })).rejects.toMatchObject({ code: expect.stringMatching(/^\w+\.\w+$/) })
  await window.rpc.windows.openHome({})
  expect(await app.windows()).toHaveLength(2)
})

test('a page that goes astray stays where it is, and only the web is offered outside', async () => {
  expect(await app.order({ do: 'follow', window: 0, url: 'https://example.com/' })).toBe(false)
  expect(await app.order({ do: 'open', window: 0, url: 'file:///etc/passwd' })).toBe('deny')
  await expect.poll(() => app.order({ do: 'opened outside' })).toEqual(['https://example.com/'])
  const { rpc } = await app.connect(0)
  expect((await rpc.app.info({})).host).toBe('electron')
})

test('a reloaded page greets anew and is served', async () => {
  await app.connect(0)
  await app.order({ do: 'reload', window: 0 })
  const { rpc } = await app.connect(0)
  expect((await rpc.app.info({})).host).toBe('electron')
})

test('quitting ends the process at once and cleanly', async () => {
  await app.connect(0)
  const startedAt = Date.now()
  void app.order({ do: 'quit' }).catch(() => undefined)
  expect(await app.ended()).toBe(0)
  expect(Date.now() - startedAt).toBeLessThan(2_500)
  expect(app.output).toBe('')
})

test('closing the last window quits', async () => {
  test.skip(process.platform === 'darwin', 'a Mac keeps an app without windows')
  void app.order({ do: 'close', window: 0 }).catch(() => undefined)
  expect(await app.ended()).toBe(0)
})
