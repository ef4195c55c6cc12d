import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Browser } from './contents.ts'
import { honest } from './honest.ts'
import { createPeer } from './peer.ts'
import { answerProtocol, protocol, protocolIsReady } from './protocol.ts'
import { session } from './session.ts'
import { dialog, Menu, menuIds, noted, Notification, personPresses, pressMenu, boxesShown, powerSaveBlocker } from './system.ts'
import { putWindowsOn, StandInWindow } from './window.ts'
import type { AppSide, BrowserSide } from './wire.ts'

// The part of Electron our main process uses, in plain Node over a real Chromium. What is not here throws by name.

class StandInApp extends EventEmitter {
  readonly isPackaged = false
  readonly #ready = new Promise<void>((resolve) => {
    // After the main module has been evaluated, as Electron does it.
    setTimeout(() => {
      protocolIsReady()
      this.emit('ready')
      resolve()
    })
  })

  whenReady(): Promise<void> {
    return this.#ready
  }

  requestSingleInstanceLock(): boolean {
    return true
  }

  getLocale(): string {
    return 'en-US'
  }

  setAsDefaultProtocolClient(): boolean {
    return true
  }

  addRecentDocument(): void {}

  setBadgeCount(): boolean {
    return true
  }

  quit(): void {
    if (!this.allows('before-quit')) return
    for (const window of [...open]) window.close()
    if (open.length > 0 || !this.allows('will-quit')) return
    this.exit(0)
  }

  exit(code = 0): void {
    this.emit('quit', {}, code)
    process.exit(code)
  }

  allows(event: string, ...args: unknown[]): boolean {
    let prevented = false
    this.emit(event, { preventDefault: () => (prevented = true) }, ...args)
    return !prevented
  }
}

const open: StandInWindow[] = []
const opened: string[] = []
let displays: Pick<Electron.Display, 'workArea' | 'id'>[] = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]
const standInApp = new StandInApp()
standInApp satisfies Pick<
  Electron.App,
  | 'isPackaged'
  | 'whenReady'
  | 'requestSingleInstanceLock'
  | 'getLocale'
  | 'quit'
  | 'exit'
  | 'setAsDefaultProtocolClient'
  | 'addRecentDocument'
  | 'setBadgeCount'
>

/** A page may still speak while its window closes: nobody hears it. */
function alive(id: number): StandInWindow | undefined {
  return open.find((each) => each.id === id)
}

function windowOf(id: number): StandInWindow {
  const window = alive(id)
  if (!window) throw new Error(`There is no window ${id}`)
  return window
}

const wire = {
  send: (message: unknown) => void process.send?.(message),
  onMessage: (listener: (message: unknown) => void) => void process.on('message', listener),
}
const appSide: AppSide = {
  protocol: answerProtocol,
  mayNavigate: ({ window, url, isMainFrame }) => alive(window)?.contents.mayNavigate(url, isMainFrame) ?? false,
  navigated: (window, url, document) => alive(window)?.contents.navigated(url, document),
  finished: (window) => void alive(window)?.contents.emit('did-finish-load'),
  ipc: ({ window, document, channel, value }) => alive(window)?.contents.hear(channel, value, document),
  openWindow: (window, url) => windowOf(window).contents.openWindow(url),
  windows: () => open.map(({ facts, contents }) => ({ ...facts, url: contents.mainFrame.url })),
  pageGone: (window, reason) => void windowOf(window).contents.emit('render-process-gone', {}, { reason, exitCode: 1 }),
  hang: (window) => void windowOf(window).emit('unresponsive'),
  close: (window) => windowOf(window).close(),
  moveTo: (window, bounds) => windowOf(window).move(bounds),
  emitApp: (event, ...args) => standInApp.allows(event, ...args),
  displays: (given) => void (displays = given),
  press: personPresses,
  boxes: boxesShown,
  openedOutside: () => opened,
  menu: pressMenu,
  menuIds,
  noted,
  quit: () => standInApp.quit(),
}
const browser: Browser = createPeer<BrowserSide>(wire, appSide)
putWindowsOn({ browser, open, whenAllClosed: () => void standInApp.emit('window-all-closed') })

export { dialog, Menu, Notification, powerSaveBlocker, protocol, session }
export const app = honest('app', standInApp)
export const BrowserWindow = StandInWindow

export const screen = honest('screen', {
  getAllDisplays: () => displays as Electron.Display[],
} satisfies Pick<Electron.Screen, 'getAllDisplays'>)

export const shell = honest('shell', {
  openExternal: async (url: string) => void opened.push(url),
} satisfies Pick<Electron.Shell, 'openExternal'>)
