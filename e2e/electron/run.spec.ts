import { expect } from '@playwright/test'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { DesktopApp } from './desktop-app.ts'
import { test } from './desktop-test.ts'
import { StandInApp } from './stand-in-app.ts'

// The built main, preload and page, with a real Chromium, as a person meets them.

let app: DesktopApp
test.beforeEach(async ({ launch }) => {
  app = await launch()
})

test('folders and links reach the right window, and a link only fills a screen in', async () => {
  const home = await app.page(0)
  await expect(home.locator('main').first()).toBeVisible()
  const project = join(app.home, 'project')
  await mkdir(project)
  await app.startAgain([project])
  const page = await app.page(1)
  await expect(page).toHaveTitle(/project/)
  await app.handOver('open-file', project)
  expect(await app.shown()).toHaveLength(2)

  await app.startAgain(['mewcode://add-mcp?config=npx%20-y%20some-server%401.2.3'])
  await expect(page.locator('textarea').first()).toHaveValue('npx -y some-server@1.2.3')
  await app.handOver('open-url', 'mewcode://install-skill?source=somebody%2Fskill')
  await expect(page.getByRole('textbox', { name: 'Install from' })).toHaveValue('somebody/skill')

  const [refused, agreed] = [join(app.home, 'refused'), join(app.home, 'agreed')]
  await app.press([1, 0])
  for (const [index, folder] of [refused, agreed].entries()) {
    await mkdir(folder)
    await app.handOver('open-url', `mewcode://open?path=${encodeURIComponent(folder)}`)
    await expect.poll(async () => (await app.boxes())[index]?.detail, { timeout: 10_000 }).toBe(folder)
  }
  // A window for the first would have come before the second's.
  await expect(await app.page(2)).toHaveTitle(/agreed/)
  expect(await app.shown()).toHaveLength(3)
})

test('the menu does in the window what its keys do, and opens Home', async () => {
  const home = await app.page(0)
  await expect(home.locator('main').first()).toBeVisible()
  expect(await app.menuIds()).toEqual(['new', 'openFolder', 'home', 'settings', 'palette', 'search', 'sidebar', 'panel'])
  await app.menu('settings')
  await expect(home.getByRole('button', { name: 'Appearance' })).toBeVisible()
  await app.menu('home')
  expect(await app.shown()).toHaveLength(1)
})

test('a page stays where it is, embeds nothing, and may ask for two things', async () => {
  const page = await app.page(0)
  const asked: string[] = []
  const stranger = createServer(({ url }, response) => {
    asked.push(url ?? '')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Stranger')
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const outside = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  const reports: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && reports.push(message.text()))
  await expect(page.locator('main').first()).toBeVisible()
  expect(reports).toEqual([])
  if (app instanceof StandInApp) {
    // Electron does not tell what a window was made with.
    const [facts] = await app.shown()
    expect(facts?.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    })
  }
  await app.press([1, 0])
  await page.evaluate((base) => location.assign(`${base}/a`), outside)
  await expect.poll(async () => (await app.boxes()).map(({ detail }) => detail)).toEqual([`${outside}/a`])
  await page.evaluate((base) => void globalThis.open(`${base}/b`), outside)
  await expect.poll(() => app.openedOutside()).toEqual([`${outside}/b`])
  await page.evaluate(() => void globalThis.open('vscode://file/etc/passwd'))
  await page.evaluate(() => location.assign('file:///etc/passwd'))
  await page.evaluate(() => void globalThis.open('data:text/html,hi'))
  await page.evaluate((base) => document.body.append(Object.assign(document.createElement('webview'), { src: `${base}/view` })), outside)
  const ran = await page.evaluate(async (base) => {
    const heard: string[] = []
    Reflect.set(globalThis, 'heard', heard)
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => heard.push(effectiveDirective))
    const frame = Object.assign(document.createElement('iframe'), { src: `${base}/frame` })
    const gone = new Promise((resolve) => frame.addEventListener('load', resolve))
    const script = Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' })
    const style = Object.assign(document.createElement('style'), { textContent: 'p { color: red }' })
    document.body.append(frame, script, style)
    // Later, where the policy binds: what a debugger runs is not bound.
    const evaluates = new Promise((resolve) => setTimeout(() => resolve(tries(() => Function('return true')())))) // oxlint-disable-line no-implied-eval -- it must not run
    const fetches = fetch(`${base}/fetch`).then(
      () => true,
      () => false,
    )
    function tries(run: () => unknown): unknown {
      try {
        return run()
      } catch {
        return false
      }
    }
    const ran = [await evaluates, await fetches, Reflect.has(globalThis, 'ran')]
    await gone
    return ran
  }, outside)
  expect(ran).toEqual([false, false, false])
  // Told some time after what was refused.
  await expect
    .poll(() => page.evaluate(() => (Reflect.get(globalThis, 'heard') as string[]).toSorted()))
    .toEqual(['connect-src', 'frame-src', 'script-src', 'script-src-elem', 'style-src-elem'])
  expect((await app.shown())[0]?.url).toBe('mewcode-app://app/')
  expect(asked).toEqual([])
  stranger.close()
  expect(await app.boxes()).toHaveLength(2)
  const permission = (name: string): Promise<string> =>
    page.evaluate(async (asked) => (await navigator.permissions.query({ name: asked as PermissionName })).state, name)
  const names = ['notifications', 'clipboard-write', 'clipboard-read', 'geolocation', 'camera', 'microphone', 'midi', 'local-fonts']
  expect(await Promise.all(names.map(permission))).toEqual(['granted', 'granted', ...names.slice(2).map(() => 'denied')])
})

test('the preload has its own world, and only dropped files have a path', async () => {
  const page = await app.page(0)
  const file = join(app.home, 'dropped 文.txt')
  await writeFile(file, 'x')
  expect(await page.evaluate(() => [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')])).toEqual([
    'undefined',
    'undefined',
  ])
  expect(
    Object.keys(await page.evaluate(() => Object.fromEntries(Object.keys(globalThis.window.mewcode!).map((name) => [name, 1])))),
  ).toEqual(['send', 'onFrame', 'pathForFile'])
  await page.evaluate(() =>
    globalThis.addEventListener('drop', (event) =>
      Reflect.set(
        globalThis,
        'path',
        [...(event.dataTransfer?.files ?? [])].map((one) => globalThis.window.mewcode!.pathForFile(one)),
      ),
    ),
  )
  await app.drop(0, [file], { x: 20, y: 20 })
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'path') as string[])).toEqual([file])
  expect(await page.evaluate(() => globalThis.window.mewcode!.pathForFile(new File(['x'], 'dropped 文.txt')))).toBe('')
  expect((await app.shown())[0]?.url).toBe('mewcode-app://app/')
})

test('windows come back, and a quit says nothing', async ({ launch }) => {
  await app.page(0)
  const project = join(app.home, 'project')
  await mkdir(project)
  await app.handOver('open-file', project)
  await expect(await app.page(1)).toHaveTitle(/project/)
  app.quit()
  expect(await app.ended()).toBe(0)
  const again = await launch({ home: app.home })
  await expect(await again.page(1)).toHaveTitle(/project/)
  expect(await again.shown()).toHaveLength(2)
})

test('windows come back on a display that is there; a crash and a hang are recovered from', async ({ browser, shell }) => {
  test.skip(shell === 'electron', 'needs displays, a crash and a hang that are made up')
  const first = await StandInApp.start(browser)
  const project = join(first.home, 'project')
  await mkdir(project)
  await first.page(0)
  await first.handOver('open-file', project)
  await first.page(1)
  await first.app.moveTo((await first.shown())[1]!.id, { x: 5_000, y: 40, width: 900, height: 700 })
  first.quit()
  expect(await first.ended()).toBe(0)
  expect(first.output).toBe('')
  await first.remove({ keepHome: true })

  const again = await StandInApp.start(browser, { home: first.home })
  try {
    const page = await again.page(1)
    const [, second] = await again.shown()
    expect(second?.bounds).toEqual({ x: 1_020, y: 40, width: 900, height: 700 })
    await expect(page).toHaveTitle(/project/)
    await page.evaluate(() => Reflect.set(globalThis, 'before', true))
    await again.press([1, 0])
    await again.app.hang(second!.id)
    await again.app.pageGone(second!.id, 'crashed')
    await expect.poll(async () => (await again.boxes()).length).toBeGreaterThan(0)
    await again.app.pageGone(second!.id, 'oom')
    const read = () => page.evaluate(() => Reflect.get(globalThis, 'before') as unknown).catch(() => true)
    await expect.poll(read, { timeout: 10_000 }).toBeUndefined()
    await expect(page).toHaveTitle(/project/)
    await page.evaluate(() => Reflect.set(globalThis, 'before', true))
    await again.app.hang(second!.id)
    await expect.poll(read, { timeout: 10_000 }).toBeUndefined()
    await expect(page).toHaveTitle(/project/)
  } finally {
    await again.remove()
  }
})
