import { expect, test } from '@playwright/test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StandInApp } from './stand-in-app.ts'

// The built main, preload and page, with a real Chromium, as a person meets them.

let app: StandInApp
test.beforeEach(async ({ browser }) => {
  app = await StandInApp.start(browser)
})
test.afterEach(() => app.remove())

test('folders and links reach the right window, and a link only fills a screen in', async () => {
  const home = await app.page(0)
  await expect(home.locator('main').first()).toBeVisible()
  const project = join(app.home, 'project')
  await mkdir(project)
  await app.app.emitApp('second-instance', ['electron', 'app', project], '/')
  const page = await app.page(1)
  await expect(page).toHaveTitle(/project/)
  await app.app.emitApp('open-file', project)
  expect(await app.shown()).toHaveLength(2)

  await app.app.emitApp('second-instance', ['electron', 'app', 'mewcode://add-mcp?config=npx%20-y%20some-server%401.2.3'], '/')
  await expect(page.locator('textarea').first()).toHaveValue('npx -y some-server@1.2.3')
  await app.app.emitApp('open-url', 'mewcode://install-skill?source=somebody%2Fskill')
  await expect(page.locator('input:not([role="combobox"])').first()).toHaveValue('somebody/skill')

  const other = join(app.home, 'other')
  await mkdir(other)
  await app.app.press([1])
  await app.app.emitApp('open-url', `mewcode://open?path=${encodeURIComponent(other)}`)
  await expect.poll(async () => (await app.app.boxes()).map(({ detail }) => detail)).toEqual([other])
  expect(await app.shown()).toHaveLength(2)
  await app.app.press([0])
  await app.app.emitApp('open-url', `mewcode://open?path=${encodeURIComponent(other)}`)
  await expect.poll(async () => (await app.shown()).length).toBe(3)
})

test('a page stays where it is, embeds nothing, and may ask for two things', async () => {
  const page = await app.page(0)
  const reports: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && reports.push(message.text()))
  await expect(page.locator('main').first()).toBeVisible()
  expect(reports).toEqual([])
  const [facts] = await app.shown()
  expect(facts?.webPreferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true })

  await app.app.press([1, 0])
  await page.evaluate(() => location.assign('https://example.com/a'))
  await expect.poll(async () => (await app.app.boxes()).map(({ detail }) => detail)).toEqual(['https://example.com/a'])
  await page.evaluate(() => void globalThis.open('https://example.com/b'))
  await expect.poll(() => app.app.openedOutside()).toEqual(['https://example.com/b'])
  await page.evaluate(() => void globalThis.open('vscode://file/etc/passwd'))
  await page.evaluate(() => location.assign('file:///etc/passwd'))
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = 'https://example.com/frame'
    document.body.append(frame)
  })
  expect((await app.shown())[0]?.url).toBe('mewcode-app://app/')
  expect(
    page
      .frames()
      .map((frame) => frame.url())
      .filter((url) => url.includes('example.com')),
  ).toEqual([])
  expect(await app.app.boxes()).toHaveLength(2)
  const permission = (name: string): Promise<string> =>
    page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name)
  expect([await permission('notifications'), await permission('geolocation'), await permission('camera')]).toEqual([
    'granted',
    'denied',
    'denied',
  ])
})

test('the preload has its own world, and only dropped files have a path', async () => {
  const window = await app.window(0)
  const file = join(app.home, 'dropped 文.txt')
  await writeFile(file, 'x')
  expect(await window.page.evaluate(() => [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')])).toEqual([
    'undefined',
    'undefined',
  ])
  expect(
    Object.keys(await window.page.evaluate(() => Object.fromEntries(Object.keys(globalThis.window.mewcode!).map((name) => [name, 1])))),
  ).toEqual(['send', 'onFrame', 'pathForFile'])
  await window.page.evaluate(() =>
    globalThis.addEventListener('drop', (event) =>
      Reflect.set(
        globalThis,
        'path',
        [...(event.dataTransfer?.files ?? [])].map((one) => globalThis.window.mewcode!.pathForFile(one)),
      ),
    ),
  )
  await window.drop([file], { x: 20, y: 20 })
  await expect.poll(() => window.page.evaluate(() => Reflect.get(globalThis, 'path') as string[])).toEqual([file])
  expect(await window.page.evaluate(() => globalThis.window.mewcode!.pathForFile(new File(['x'], 'dropped 文.txt')))).toBe('')
  expect((await app.shown())[0]?.url).toBe('mewcode-app://app/')
})

test('windows come back where they were, on a display that is there; a crash and a hang are recovered from', async ({ browser }) => {
  await app.page(0)
  const project = join(app.home, 'project')
  await mkdir(project)
  await app.app.emitApp('open-file', project)
  await app.page(1)
  const ids = (await app.shown()).map(({ id }) => id)
  await app.app.moveTo(ids[1]!, { x: 5_000, y: 40, width: 900, height: 700 })
  void app.app.quit().catch(() => undefined)
  expect(await app.ended()).toBe(0)
  expect(app.output).toBe('')
  const { home } = app
  await app.remove({ keepHome: true })

  app = await StandInApp.start(browser, { home })
  await app.page(1)
  const [, second] = await app.shown()
  expect(second?.bounds).toEqual({ x: 1_020, y: 40, width: 900, height: 700 })
  const page = await app.page(1)
  await expect(page).toHaveTitle(/project/)
  await page.evaluate(() => Reflect.set(globalThis, 'before', true))
  await app.app.press([1, 0])
  await app.app.hang(second!.id)
  await app.app.pageGone(second!.id, 'crashed')
  await expect.poll(async () => (await app.app.boxes()).length).toBeGreaterThan(0)
  await app.app.pageGone(second!.id, 'oom')
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'before') as unknown).catch(() => true)).toBeUndefined()
  await expect(page).toHaveTitle(/project/)
})
