import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StandInApp } from './app.ts'
import { toChromium, toElectron } from './browser/addresses.ts'
import { pageWorld, preloadWorld, TO_HOST } from './browser/worlds.ts'
import { StandInContents, type Browser } from './contents.ts'
import { honest } from './honest.ts'
import { pack, unpack } from './pack.ts'
import { protocol, protocolIsReady } from './protocol.ts'
import { askedPermissions, session } from './session.ts'
import { putWindowsOn, StandInWindow } from './window.ts'

// Each rule of the stand-in beside the line of Electron's documentation it keeps: a quotation from `electron.d.ts`, which the
// package ships, or a page of electronjs.org/docs/latest where it stands there only.

const documentation = readFileSync(new URL('../../node_modules/electron/electron.d.ts', import.meta.url), 'utf8').replaceAll(
  /\s*\n\s*\*?\s*/g,
  ' ',
)

/** The rule of this test stands there. */
function says(line: string): void {
  expect(documentation).toContain(line)
}

let folder = ''
const sent: unknown[] = []
const browser = new Proxy(
  {},
  { get: (_, name) => (name === 'then' ? undefined : async (...args: unknown[]) => void sent.push([name, ...args])) },
) as Browser
const open: StandInWindow[] = []
let allClosed = (): void => undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mewcode-standin-'))
  writeFileSync(join(folder, 'preload.cjs'), '')
  putWindowsOn({ browser, open, whenAllClosed: () => allClosed() })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function started(): { app: StandInApp; log: string[] } {
  const log: string[] = []
  const app = new StandInApp({ open, whenReady: () => undefined, leave: (code) => log.push(`left ${code}`) })
  allClosed = () => app.allClosed()
  for (const event of ['before-quit', 'window-all-closed', 'will-quit', 'quit']) app.on(event, () => log.push(event))
  return { app, log }
}
const window = (): StandInWindow => new StandInWindow({ show: false, webPreferences: { preload: join(folder, 'preload.cjs') } })

it('what is not made throws by its name instead of answering nothing', () => {
  // ours: a test must not pass on an `undefined`
  const made = honest('app', { quit: () => 1 })
  expect(made.quit()).toBe(1)
  expect(() => Reflect.get(made, 'relaunch')).toThrow('The Electron stand-in has no app.relaunch')
  expect(() => Reflect.get(window(), 'setKiosk')).toThrow('The Electron stand-in has no BrowserWindow.setKiosk')
  open[0]?.destroy()
})

it('a quit asks first, closes the windows, asks last and leaves', () => {
  says(
    'Try to close all windows. The `before-quit` event will be emitted first. If all windows are successfully closed, the `will-quit` event will be emitted and by default the application will terminate.',
  )
  const { app, log } = started()
  window()
  app.quit()
  expect([log, open]).toEqual([['before-quit', 'will-quit', 'quit', 'left 0'], []])
})

it('a quit does not say that all windows are closed; a person’s last close does', () => {
  says('in this case the `window-all-closed` event would not be emitted.')
  const { app, log } = started()
  window()
  app.quit()
  expect(log).not.toContain('window-all-closed')
  const { log: later } = started()
  window().close()
  expect(later).toEqual(['window-all-closed'])
})

it('a quit or a close that somebody prevents does not happen', () => {
  says(
    "Emitted when the window is going to be closed. It's emitted before the `beforeunload` and `unload` event of the DOM. Calling `event.preventDefault()` will cancel the close.",
  )
  const { app, log } = started()
  const kept = window()
  kept.once('close', (event: { preventDefault(): void }) => event.preventDefault())
  app.quit()
  expect([log, open.length]).toEqual([['before-quit'], 1])
  app.once('before-quit', (event: { preventDefault(): void }) => event.preventDefault())
  app.quit()
  expect(open).toHaveLength(1)
  kept.destroy()
})

it('`exit` asks nobody', () => {
  says('All windows will be closed immediately without asking the user, and the `before-quit` and `will-quit` events will not be emitted.')
  const { app, log } = started()
  window().once('close', (event: { preventDefault(): void }) => event.preventDefault())
  app.exit(3)
  expect([log.filter((each) => each !== 'window-all-closed'), open]).toEqual([['quit', 'left 3'], []])
})

it('`destroy` is heard as `closed` and not as `close`', () => {
  says(
    "Force closing the window, the `unload` and `beforeunload` event won't be emitted for the web page, and `close` event will also not be emitted for this window, but it guarantees the `closed` event will be emitted.",
  )
  const heard: string[] = []
  const one = window()
  for (const event of ['close', 'closed']) one.on(event, () => heard.push(event))
  one.destroy()
  expect(heard).toEqual(['closed'])
})

it('schemes are registered before the app is ready, and handled after', () => {
  says('This method can only be used before the `ready` event of the `app` module gets emitted')
  expect(() => protocol.handle('x', () => new Response())).toThrow('after the app is ready')
  protocol.registerSchemesAsPrivileged([{ scheme: 'x', privileges: { standard: true, secure: true } }])
  protocolIsReady()
  expect(() => protocol.registerSchemesAsPrivileged([])).toThrow('before the app is ready')
})

it('what crosses is cloned, and functions do not cross', () => {
  says(
    'Arguments will be serialized with the Structured Clone Algorithm, just like `window.postMessage`, so prototype chains will not be included. Sending Functions, Promises, Symbols, WeakMaps, or WeakSets will throw an exception.',
  )
  const contents = new StandInContents(browser, 1)
  const value = { at: new Date(5), of: new Map([[1, new Set([undefined, Number.NaN, 5n])]]), bytes: new Uint8Array([1, 2]) }
  contents.send('frame', value)
  const [, , , packed] = sent.at(-1) as unknown[]
  expect(unpack(JSON.parse(JSON.stringify(packed)))).toEqual(value)
  expect(() => contents.send('frame', { run: () => undefined })).toThrow('could not be cloned')
  expect(unpack(pack({ $: 'date', v: 1 }))).toEqual({ $: 'date', v: 1 })
})

it('a frame that has navigated away is nobody: a late word of it has no sender', () => {
  says('The frame that sent this message. May be `null` if accessed after the frame has either navigated or been destroyed.')
  const contents = new StandInContents(browser, 1)
  const senders: unknown[] = []
  contents.ipc.on('frame', ({ senderFrame }: { senderFrame: unknown }) => senders.push(senderFrame))
  contents.navigated('mewcode-app://app/', 1)
  contents.hear('frame', 1, 1)
  contents.navigated('mewcode-app://app/', 2)
  contents.hear('frame', 1, 1)
  expect(senders).toEqual([{ url: 'mewcode-app://app/' }, null])
})

it('a page’s own navigation is announced and then asked about, a frame’s too; one that is prevented does not arrive', () => {
  says('Unlike `will-navigate`, `will-frame-navigate` is fired when the main frame or any of its subframes attempts to navigate.')
  const contents = new StandInContents(browser, 1)
  const heard: string[] = []
  for (const event of ['did-start-navigation', 'will-frame-navigate', 'will-navigate']) contents.on(event, () => heard.push(event))
  expect([contents.mayNavigate('https://a.example/', true), contents.mayNavigate('https://a.example/', false)]).toEqual([true, true])
  expect(heard).toEqual([
    ...['did-start-navigation', 'will-frame-navigate', 'will-navigate'],
    ...['did-start-navigation', 'will-frame-navigate'],
  ])
  contents.on('will-frame-navigate', (event: { preventDefault(): void }) => event.preventDefault())
  expect(contents.mayNavigate('https://a.example/', true)).toBe(false)
})

it('what the program loads itself is not asked about', async () => {
  says(
    'This event will not emit when the navigation is started programmatically with APIs like `webContents.loadURL` and `webContents.back`.',
  )
  const one = window()
  const heard: string[] = []
  for (const event of ['did-start-navigation', 'will-frame-navigate', 'will-navigate']) one.contents.on(event, () => heard.push(event))
  await one.loadURL('mewcode-app://app/')
  expect(heard).toEqual(['did-start-navigation'])
  one.destroy()
})

it('a page that hangs is loaded again only in a process of its own', () => {
  says(
    'Calling `reload()` immediately after calling this method will force the reload to occur in a new process. This should be used when this process is unstable or unusable, for instance in order to recover from the `unresponsive` event.',
  )
  const contents = new StandInContents(browser, 1)
  const heard: unknown[] = []
  contents.on('did-start-navigation', () => heard.push('started'))
  contents.on('render-process-gone', (_event, { reason }: { reason: string }) => heard.push(reason))
  contents.hang()
  contents.reload()
  expect(heard).toEqual([])
  contents.forcefullyCrashRenderer()
  contents.reload()
  expect(heard).toEqual(['killed', 'started'])
})

it('a window that is maximized is shown', () => {
  says("Maximizes the window. This will also show (but not focus) the window if it isn't being displayed already.")
  const one = window()
  one.maximize()
  expect([one.facts.visible, one.facts.focused]).toEqual([true, 0])
  one.destroy()
})

it('permissions are what the check handler says', () => {
  says('Returning `true` will allow the permission and `false` will reject it.')
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'notifications')
  expect(askedPermissions('mewcode-app://app/')).toMatchObject({ notifications: true, media: false, geolocation: false })
})

it('an address of ours has an origin of its own in Chromium, and comes back as it was', () => {
  // api/protocol › registerSchemesAsPrivileged
  const own = 'mewcode-app://app/a/b?c#d'
  expect([toChromium(own), toElectron(toChromium(own)), toChromium('https://a.example/')]).toEqual([
    'https://app.mewcode-app.invalid/a/b?c#d',
    own,
    'https://a.example/',
  ])
})

/** The scripts of a page's two worlds, run in one: that they cannot see each other is Chromium's affair (`run.spec.ts`). */
function worlds(preload: string): { page: Record<string, unknown>; toHost: { channel: string; value: unknown }[] } {
  const toHost: { channel: string; value: unknown }[] = []
  const target = new EventTarget()
  const page: Record<string, unknown> = { CustomEvent, structuredClone, setTimeout, clearTimeout, URL }
  for (const name of ['addEventListener', 'dispatchEvent'] as const) page[name] = target[name].bind(target)
  page['window'] = page['top'] = page
  page[TO_HOST] = (text: string) => void toHost.push(JSON.parse(text) as { channel: string; value: unknown })
  runInNewContext(`${pageWorld('secret')};${preloadWorld('secret', preload)}`, page)
  return { page, toHost }
}

it('a sandboxed preload’s `require` gives electron, events, timers and url, and nothing else', () => {
  // tutorial/sandbox › Preload scripts: a require function that exposes electron (renderer modules), events, timers, url
  const { page } = worlds(
    `const names = ['electron', 'events', 'timers', 'url', 'fs', 'node:fs', 'child_process', './x', 'constructor'];
       require('electron').contextBridge.exposeInMainWorld('found', { names: names.filter((name) => { try { return Boolean(require(name)) } catch { return false } }) });`,
  )
  expect(page['found']).toEqual({ names: ['electron', 'events', 'timers', 'url'] })
})

it('the page gets copies of what the preload shows it, frozen, and functions that run over there', () => {
  // tutorial/context-isolation; api/context-bridge › Parameter / Error / Return Type support
  const { page, toHost } = worlds(
    `const { contextBridge, ipcRenderer } = require('electron'); const own = { n: 1 };
       contextBridge.exposeInMainWorld('api', { own, send: (value) => ipcRenderer.send('frame', value), call: (back) => back(own.n), read: () => own.n });`,
  )
  const api = page['api'] as { own: { n: number }; send(value: unknown): void; call(back: (n: number) => void): void; read(): number }
  expect([Object.isFrozen(api), Object.isFrozen(api.own)]).toEqual([true, true])
  const heard: number[] = []
  api.call((n) => heard.push(n))
  api.send({ a: 1 })
  expect([api.read(), heard, toHost.map(({ channel, value }) => [channel, unpack(value)])]).toEqual([1, [1], [['frame', { a: 1 }]]])
  expect(() => api.send(() => undefined)).toThrow('could not be cloned')
})

it('an unknown part of the preload’s electron throws by name; only dropped files have a path', () => {
  says('In the case where the File object passed in was constructed in JS and is not backed by a file on disk an empty string is returned.')
  const { page } = worlds(
    `const electron = require('electron'); let missing = ''; try { electron.ipcRenderer.invoke } catch (error) { missing = error.message }
       electron.contextBridge.exposeInMainWorld('found', { missing, path: electron.webUtils.getPathForFile({ name: 'a', size: 1, lastModified: 1 }) });`,
  )
  expect(page['found']).toEqual({ missing: 'The Electron stand-in has no ipcRenderer.invoke', path: '' })
})
