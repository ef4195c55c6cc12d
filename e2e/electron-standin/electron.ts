import type * as Electron from 'electron'
import { StandInApp } from './app.ts'
import type { Browser } from './contents.ts'
import { honest } from './honest.ts'
import { createPeer } from './peer.ts'
import { answerProtocol, protocol, protocolIsReady } from './protocol.ts'
import { session } from './session.ts'
import {
  boxesShown,
  dialog,
  globalShortcut,
  Menu,
  menuIds,
  nativeImage,
  nativeTheme,
  net,
  noted,
  Notification,
  personPresses,
  powerMonitor,
  powerSaveBlocker,
  pressMenu,
  pressTray,
  Tray,
  trayLabels,
} from './system.ts'
import { putWindowsOn, StandInWindow } from './window.ts'
import type { AppSide, BrowserSide } from './wire.ts'

// The part of Electron our main process uses, in plain Node over a real Chromium. What is not here throws by name.

const open: StandInWindow[] = []
const opened: string[] = []
let displays: Pick<Electron.Display, 'workArea' | 'id'>[] = [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]
const standInApp = new StandInApp({ open, whenReady: protocolIsReady, leave: (code) => process.exit(code) })
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
  pageGone: (window, reason) => windowOf(window).contents.gone(reason),
  hang(window) {
    windowOf(window).contents.hang()
    windowOf(window).emit('unresponsive')
  },
  close: (window) => windowOf(window).close(),
  moveTo: (window, bounds) => windowOf(window).move(bounds),
  emitApp: (event, ...args) => standInApp.allows(event, ...args),
  displays: (given) => void (displays = given),
  press: personPresses,
  boxes: boxesShown,
  openedOutside: () => opened,
  menu: pressMenu,
  menuIds,
  tray: trayLabels,
  pressTray,
  noted,
  quit: () => standInApp.quit(),
}
const browser: Browser = createPeer<BrowserSide>(wire, appSide)
putWindowsOn({ browser, open, whenAllClosed: () => standInApp.allClosed() })

export {
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  Tray,
}
export const app = honest('app', standInApp)
export const BrowserWindow = StandInWindow

export const screen = honest('screen', {
  getAllDisplays: () => displays as Electron.Display[],
} satisfies Pick<Electron.Screen, 'getAllDisplays'>)

export const shell = honest('shell', {
  openExternal: async (url: string) => void opened.push(url),
} satisfies Pick<Electron.Shell, 'openExternal'>)
